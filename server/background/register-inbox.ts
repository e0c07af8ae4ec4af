import type { Connection, Db } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import {
  type Delivery,
  deleteDelivery,
  endDelivery,
  findDelivery,
  getDeliveryJob,
  insertDelivery,
} from '#db/registry/deliveries.ts';
import { transact } from '#db/transaction.ts';
import { now } from '#lib/clock.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { kindOfDelivery } from '#lib/registry/import/delivery.ts';
import type { LogReport } from './background.ts';
import { deliveryReport } from './delivery-report.ts';
import { byWatchedFolder, type InboxFile, InboxFolder } from './inbox-folder.ts';
import { lower, messageOf, raise, repeatWithLease } from './leased-task.ts';

const checkEveryMs = 2000;
const subject = 'register inbox';

/**
 * Watches the folder `REGISTER_INBOX`. A complete file is imported by a job, then moved to `done` or `failed` with its
 * report. The next step for a file follows from the database alone, so a crash at any point neither loses a file nor
 * imports it twice.
 */
export function watchRegisterInbox(connection: Connection, path: string, log: LogReport): { stop(): Promise<void> } {
  const folder = new InboxFolder(path);
  async function run(): Promise<number> {
    for (const file of await folder.completeFiles(performance.now())) await advance(connection, folder, file, log);
    return checkEveryMs;
  }
  const alarmOf = (fault: unknown): AlarmFacts => ({ code: 'inbox-unusable', folder: path, message: messageOf(fault) });
  const retryMs = { withoutLease: checkEveryMs, afterFault: checkEveryMs };
  return repeatWithLease(connection, { subject, run, alarmOf, retryMs }, log);
}

/** Takes the next step with a file. */
async function advance(connection: Connection, folder: InboxFolder, file: InboxFile, log: LogReport): Promise<void> {
  const delivery = findDelivery(connection, file);
  if (delivery === undefined) return requestImport(connection, folder, file);
  if (delivery.state === 'taken') return endWithJob(connection, delivery);
  // a file of the same name and time can have other bytes
  const isOther = delivery.sha256 !== '' && delivery.sha256 !== (await folder.digest(file));
  if (isOther) return requestImport(connection, folder, file);

  const isImported = delivery.state !== 'refused';
  const target = await folder.move(file, isImported ? 'done' : 'failed', deliveryReport(delivery));
  log('info', { event: subject, file: file.name, state: delivery.state, movedTo: target });
  if (isImported) return lower(connection, subject);
  const job = getDeliveryJob(connection, delivery.id)?.id;
  // a refused file may be put back once it is corrected; an imported one is never imported twice
  await transact(connection, (db) => deleteDelivery(db, delivery.id));
  await raise(connection, subject, refusedAlarm(delivery, `${target}.report.txt`, job));
}

/** Asks for a job that imports the file, or refuses a file that does not say what it is. */
async function requestImport(connection: Connection, folder: InboxFolder, file: InboxFile): Promise<void> {
  const nowMs = now();
  const kind = kindOfDelivery(file.name);
  await transact(connection, (db) => {
    const delivery = insertDelivery(db, file, nowMs);
    if (kind === undefined) return refuse(db, delivery, { reason: { code: 'delivery-kind-unknown' } });
    const title = `Register ${kind === 'replace' ? 'file' : 'changes'} ${file.name}`;
    const parameters = { delivery, kind, path: folder.pathOf(file) };
    addJob(db, { kind: 'register delivery', title, parameters }, { actor: byWatchedFolder, nowMs });
  });
}

/** Ends a delivery whose job failed or was cancelled; a job that succeeds ends its delivery itself. */
async function endWithJob(connection: Connection, { id }: Delivery): Promise<void> {
  const job = getDeliveryJob(connection, id);
  if (job?.state === 'waiting' || job?.state === 'running') return;
  const who = job?.cancelledBy ?? 'an unknown person';
  const refusal = job?.fault ?? { reason: { code: 'delivery-cancelled', who } as const };
  await transact(connection, (db) => refuse(db, id, refusal));
}

function refuse(db: Db, delivery: number, refusal: Pick<RefusalRecord, 'reason'>): void {
  const outcome = { code: 'refused', refusal: { faults: [], total: 0, ...refusal } } as const;
  endDelivery(db, delivery, { state: 'refused', outcome }, now());
}

function refusedAlarm({ name: file, outcome }: Delivery, report: string, job: number | undefined): AlarmFacts {
  if (outcome?.code === 'refused')
    return { code: 'delivery-refused', file, report, refusal: outcome.refusal, ...(job === undefined ? {} : { job }) };
  return { code: 'worded', sentence: `${file} was not imported; its report is ${report}.` };
}
