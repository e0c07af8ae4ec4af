import { parentPort } from 'node:worker_threads';
import { forgetDayUseBefore, writeDayUse } from '#db/access/day-use.ts';
import { openWriter } from '#db/client.ts';
import { forgetReportEmails } from '#db/reports/reports.ts';
import { noteLastChange } from '#flows/files/last-change.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { scheduleUploadRemoval } from '#server/uploads/abandoned-uploads.ts';
import { startUsageWriter } from '#server/usage/usage-writer.ts';
import type { BackgroundOrder, BackgroundReport, LogReport } from './background.ts';
import { watchRegisterInbox } from './register-inbox.ts';
import { scheduleReleases } from './release-schedule.ts';

/** How often old day counts are deleted, in milliseconds, and how many at once. */
const tidyEveryMs = 60_000;
const tidyAtOnce = 200;
/** How often the last change is noted beside the database, in milliseconds. */
const noteEveryMs = 5000;

if (parentPort === null) throw new Error('This must run as a thread of the server.');
const port = parentPort;
const log: LogReport = (level, event) => port.postMessage({ level, event } satisfies BackgroundReport);
const logError = (event: BackgroundReport['event']) => log('error', event);
const connection = openWriter(settings().databaseFile);

const releases = scheduleReleases(connection, log);
const { registerInbox } = settings();
const inbox = registerInbox === undefined ? undefined : watchRegisterInbox(connection, registerInbox, log);
const tidying = setInterval(() => forgetDayUseBefore(connection, dayOf(now()), tidyAtOnce), tidyEveryMs);

// at the start too: email addresses that fell due while the server was down must not wait
const forgetEmails = () => forgetReportEmails(connection, now());
forgetEmails();
const forgetting = setInterval(forgetEmails, tidyEveryMs);

let lastChange: string | undefined;
const noting = setInterval(() => {
  lastChange = noteLastChange(connection, lastChange);
}, noteEveryMs);

const uploads = scheduleUploadRemoval(connection, logError);
const usage = startUsageWriter(connection, logError);

/** Stops what only one server does for all of them, and releases its leases. */
async function retire(): Promise<void> {
  clearInterval(tidying);
  clearInterval(forgetting);
  clearInterval(noting);
  uploads.stop();
  await releases.stop();
  await inbox?.stop();
}

port.on('message', async (order: BackgroundOrder) => {
  if (order.kind === 'usage') return usage.write(order.batches);
  if (order.kind === 'retire') return void retire();
  if (order.rows.length > 0) writeDayUse(connection, order.rows);
  if (order.kind !== 'stop') return;
  await retire();
  await usage.stop();
  connection.sqlite.close();
  port.close();
});
