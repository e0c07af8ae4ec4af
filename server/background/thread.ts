import { parentPort } from 'node:worker_threads';
import { forgetDayUseBefore, writeDayUse } from '#db/access/day-use.ts';
import { openWriter } from '#db/client.ts';
import { forgetReportEmails } from '#db/reports/reports.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { scheduleUploadRemoval } from '#server/uploads/abandoned-uploads.ts';
import { startUsageWriter } from '#server/usage/usage-writer.ts';
import type { BackgroundOrder, BackgroundReport } from './background.ts';
import { watchRegisterInbox } from './register-inbox.ts';
import { scheduleReleases } from './release-schedule.ts';

/** How often old day counts are looked for, in milliseconds, and how many are forgotten at once. */
const tidyEveryMs = 60_000;
const tidyAtOnce = 200;

if (parentPort === null) throw new Error('The keeper runs as a thread of the server.');
const port = parentPort;
const report = (message: BackgroundReport) => port.postMessage(message);
const connection = openWriter(settings().databaseFile);

const releases = scheduleReleases(connection, (level, event) => report({ kind: 'log', level, event }));
const { registerInbox } = settings();
const inbox =
  registerInbox === undefined
    ? undefined
    : watchRegisterInbox(connection, registerInbox, (level, event) => report({ kind: 'log', level, event }));
const tidying = setInterval(() => forgetDayUseBefore(connection, dayOf(now()), tidyAtOnce), tidyEveryMs);

/** Looked at from the start on: a server that was down meanwhile keeps the promise at once. */
const forgetEmails = () => forgetReportEmails(connection, now());
forgetEmails();
const forgetting = setInterval(forgetEmails, tidyEveryMs);

const uploads = scheduleUploadRemoval(connection, (event) => report({ kind: 'log', level: 'error', event }));
const usage = startUsageWriter(connection, (event) => report({ kind: 'log', level: 'error', event }));

port.on('message', async (order: BackgroundOrder) => {
  if (order.kind === 'usage') {
    usage.write(order.batches);
    return;
  }
  if (order.rows.length > 0) writeDayUse(connection, order.rows);
  if (order.kind === 'stop') {
    releases.stop();
    clearInterval(tidying);
    clearInterval(forgetting);
    uploads.stop();
    await inbox?.stop();
    await usage.stop();
    connection.sqlite.close();
    port.close();
  }
});
