/**
 * What the server writes by itself, on one thread for all processes: SQLite's write lock is not fair, better-sqlite3 waits
 * for it on the event loop, and what answers the APIs must never wait for it. A writer in each worker would be more to wait
 * for the lock, for no gain.
 */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { type DayUse, forgetDayUseBefore, writeDayUse } from '#db/access/day-use.ts';
import { forgetLinks } from '#db/access/requests/links.ts';
import { forgetRequests } from '#db/access/requests/requests.ts';
import { openWriter } from '#db/client.ts';
import { forgetMessages } from '#db/outbox/messages.ts';
import { forgetReportEmails } from '#db/reports/reports.ts';
import { whenUnlocked } from '#db/transaction.ts';
import { announceKeyEnds } from '#flows/access/requests/announce-key-ends.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { shareDataFiles, sharePlaceFiles } from '#flows/cluster/share-files.ts';
import { noteLastChange } from '#flows/files/last-change.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { scheduleBases } from '#server/cluster/base-schedule.ts';
import { setNodeState } from '#server/cluster/node-state.ts';
import { StoredFacts } from '#server/metrics/stored-facts.ts';
import type { ReportedDamage } from '#server/process/faults.ts';
import { markOverwrites } from '#server/process/watch-database-files.ts';
import { scheduleUploadRemoval } from '#server/uploads/abandoned-uploads.ts';
import { startUsageWriter } from '#server/usage/usage-writer.ts';
import { scheduleAlerts } from './alert-schedule.ts';
import type { BackgroundMeasured, BackgroundOrder, BackgroundReport, LogReport } from './background.ts';
import { messageOf, raise } from './leased-task.ts';
import { scheduleOutbox } from './outbox-schedule.ts';
import { scheduleBackups, scheduleDataChecks } from './process-schedules.ts';
import { watchRegisterInbox } from './register-inbox.ts';
import { scheduleReleases } from './release-schedule.ts';

/** How often old day counts are deleted, in milliseconds, and how many at once. */
const tidyEveryMs = 60_000;
const tidyAtOnce = 200;
/** How often nodes of a cluster copy files from each other, in milliseconds. */
const shareEveryMs = 5000;
/** How often keys that end soon are looked for, in milliseconds. */
const announceEveryMs = 10_000;
/** How often the last change is noted beside the database, in milliseconds. */
const noteEveryMs = 5000;

if (parentPort === null) throw new Error('This must run as a thread of the server.');
const port = parentPort;
const log: LogReport = (level, event) => port.postMessage({ level, event } satisfies BackgroundReport);
const logError = (event: BackgroundReport['event']) => log('error', event);
const node = joinOwnCluster();
const connection = openWriter(settings().databaseFile, { wait: 'yielding' });
markOverwrites(connection);

const releases = scheduleReleases(connection, log);
const { registerInbox } = settings();
const inbox = registerInbox === undefined ? undefined : watchRegisterInbox(connection, registerInbox, log);

/** Writes when no other process has the write lock; a fault is logged, and what is left is written the next time. */
const write = (what: string, work: () => unknown) =>
  whenUnlocked(connection, work).catch((fault) => logError({ event: `${what} failed`, fault: messageOf(fault) }));
const tidying = setInterval(
  () => write('removal of old day counts', () => forgetDayUseBefore(connection, dayOf(now()), tidyAtOnce)),
  tidyEveryMs,
);

// at the start too: email addresses that fell due while the server was down must not wait
const forgetEmails = () =>
  write('removal of email addresses', () => {
    forgetReportEmails(connection, now());
    forgetMessages(connection, now());
    forgetRequests(connection, now());
    forgetLinks(connection, now());
  });
void forgetEmails();
const forgetting = setInterval(forgetEmails, tidyEveryMs);

const announcing = setInterval(() => {
  const { baseUrl, notifications } = settings();
  announceKeyEnds(connection, { baseUrl, isMailSet: notifications.mail !== undefined }, now()).catch((fault) =>
    logError({ event: 'mails about keys that end failed', fault: messageOf(fault) }),
  );
}, announceEveryMs);

let lastChange: string | undefined;
const noting = setInterval(() => {
  lastChange = noteLastChange(connection, lastChange);
}, noteEveryMs);

const uploads = scheduleUploadRemoval(connection, logError);
const dataChecks = scheduleDataChecks(connection, log);
const { backup } = settings();
const backups = backup === undefined ? undefined : scheduleBackups(connection, backup, log);
const { cluster } = settings();
const folderOfBases = cluster?.baseDir?.startsWith('/') === true ? cluster.baseDir : undefined;
const bases = cluster === undefined ? undefined : scheduleBases(connection, folderOfBases, log);
// large files take longer than the interval
let isSharing = false;
const sharing = setInterval(() => {
  if (folderOfBases === undefined || isSharing) return;
  isSharing = true;
  sharePlaceFiles(connection, join(folderOfBases, 'places'))
    .then(() => shareDataFiles(connection, join(folderOfBases, 'data'), Date.now()))
    .catch((fault) => logError({ event: 'files were not shared with other nodes', fault: messageOf(fault) }))
    .finally(() => {
      isSharing = false;
    });
}, shareEveryMs);
const alerts = scheduleAlerts(connection, log);
const outbox = scheduleOutbox(connection, log);
const usage = startUsageWriter(connection, logError);
let storedFacts: StoredFacts | undefined;

/** Day counts that could not be stored yet, by their subject; a later count of a day replaces an earlier one. */
const unstored = new Map<string, DayUse>();
async function storeDayUse(rows: readonly DayUse[]): Promise<void> {
  for (const row of rows) unstored.set(`${row.day} ${row.subject}`, row);
  const storing = new Map(unstored);
  if (storing.size === 0) return;
  await write('storing day counts', () => {
    writeDayUse(connection, [...storing.values()]);
    for (const [key, row] of storing) if (unstored.get(key) === row) unstored.delete(key);
  });
}

/** Stops what only one server does for all of them, and releases its leases. */
async function retire(): Promise<void> {
  clearInterval(tidying);
  clearInterval(forgetting);
  clearInterval(announcing);
  clearInterval(noting);
  uploads.stop();
  bases?.stop();
  clearInterval(sharing);
  // together: while another process has the write lock, each waits for it
  await Promise.all([dataChecks.stop(), releases.stop(), inbox?.stop(), backups?.stop(), alerts.stop(), outbox.stop()]);
}

function raiseDamage({ api, damage }: ReportedDamage): Promise<void> {
  return raise(connection, `${api} data`, { code: 'damage-found', api, damage });
}

port.on('message', async (order: BackgroundOrder) => {
  if (order.kind === 'node') return setNodeState(order.state);
  if (order.kind === 'usage') return usage.write(order.batches);
  if (order.kind === 'damage') return raiseDamage(order.found);
  if (order.kind === 'measure') {
    storedFacts ??= new StoredFacts(connection);
    return port.postMessage({ report: await storedFacts.report() } satisfies BackgroundMeasured);
  }
  if (order.kind === 'retire') return void retire();
  const stored = storeDayUse(order.rows);
  if (order.kind !== 'stop') return;
  await Promise.all([stored, retire(), usage.stop()]);
  // its connections would keep the thread
  await node?.close();
  connection.sqlite.close();
  port.close();
});
