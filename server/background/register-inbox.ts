import type { Connection } from '#db/client.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { Lease } from '#db/jobs/lease.ts';
import {
  type Delivery,
  deleteDelivery,
  endDelivery,
  findDelivery,
  getDeliveryJob,
  insertDelivery,
} from '#db/registry/deliveries.ts';
import { now } from '#lib/clock.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { kindOfDelivery } from '#lib/registry/import/delivery.ts';
import { alarmWords } from '#lib/words/alarms.ts';
import type { LogReport } from './background.ts';
import { deliveryReport, reportControls } from './delivery-report.ts';
import { byWatchedFolder, type InboxFile, InboxFolder } from './inbox-folder.ts';

const checkEveryMs = 2000;

/**
 * Watches the folder `REGISTER_INBOX`. A complete file is imported by a job, then moved to `done` or `failed` with its
 * report. Of all processes that use the database one watches the folder (a lease). The next step for a file follows from
 * the database alone, so a crash at any point neither loses a file nor imports it twice.
 */
export class RegisterInbox {
  readonly #connection: Connection;
  readonly #folder: InboxFolder;
  readonly #log: LogReport;
  readonly #lease: Lease;
  #timer: NodeJS.Timeout | undefined;
  #checking = Promise.resolve();
  #loggedFault: string | undefined;
  #isStopped = false;

  constructor(connection: Connection, path: string, log: LogReport) {
    this.#connection = connection;
    this.#folder = new InboxFolder(path);
    this.#log = log;
    this.#lease = new Lease(connection, 'register inbox');
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#checking;
    try {
      this.#lease.release();
    } catch {
      // it lapses by itself
    }
  }

  #begin(): void {
    this.#checking = this.#check();
  }

  async #check(): Promise<void> {
    try {
      if (this.#lease.hold()) for (const file of await this.#folder.completeFiles()) await this.#advance(file);
      this.#loggedFault = undefined;
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : String(fault);
      const alarm = { code: 'inbox-unusable', folder: this.#folder.path, message } as const;
      // logged once, not every two seconds
      if (this.#loggedFault !== message) this.#log('error', { event: 'register inbox', fault: wordsOf(alarm) });
      this.#loggedFault = message;
      this.#raise(alarm);
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#begin(), checkEveryMs);
  }

  /** Takes the next step with a file. */
  async #advance(file: InboxFile): Promise<void> {
    const delivery = findDelivery(this.#connection, file);
    if (delivery === undefined) return this.#request(file);
    if (delivery.state === 'taken') return this.#endWithJob(delivery);
    // a file of the same name and time can have other bytes
    if (delivery.sha256 !== '' && delivery.sha256 !== (await this.#folder.digest(file))) return this.#request(file);
    const isImported = delivery.state !== 'refused';
    const target = await this.#folder.move(file, isImported ? 'done' : 'failed', deliveryReport(delivery));
    // a refused file may be put back once it is corrected; an imported one is never imported twice
    if (!isImported) deleteDelivery(this.#connection.db, delivery.id);
    this.#log('info', { event: 'register inbox', file: file.name, state: delivery.state, movedTo: target });
    if (isImported) clearAlarm(this.#connection, 'register inbox');
    else this.#raise(refusedAlarm(delivery, `${target}.report.txt`));
  }

  /** Asks for a job that imports the file, or refuses a file that does not say what it is. */
  #request(file: InboxFile): void {
    const { db, sqlite } = this.#connection;
    const nowMs = now();
    const kind = kindOfDelivery(file.name);
    const request = sqlite.transaction(() => {
      const id = insertDelivery(db, file, nowMs);
      if (kind === undefined) {
        const refusal = { reason: { code: 'delivery-kind-unknown' }, faults: [], total: 0 } as const;
        return endDelivery(db, id, { state: 'refused', outcome: { code: 'refused', refusal } }, nowMs);
      }
      const title = `Register ${kind === 'replace' ? 'file' : 'changes'} ${file.name}`;
      const parameters = { delivery: id, kind, path: this.#folder.pathOf(file) };
      return addJob(db, { kind: 'register delivery', title, parameters }, { actor: byWatchedFolder, nowMs });
    });
    request.immediate();
  }

  /** Ends a delivery whose job failed or was cancelled; a job that succeeds ends its delivery itself. */
  #endWithJob(delivery: Delivery): void {
    const job = getDeliveryJob(this.#connection, delivery.id);
    if (job?.state === 'waiting' || job?.state === 'running') return;
    const cancelled: RefusalRecord = {
      reason: { code: 'delivery-cancelled', who: job?.cancelledBy ?? 'somebody unknown' },
      faults: [],
      total: 0,
    };
    const outcome = { code: 'refused', refusal: job?.fault ?? cancelled } as const;
    endDelivery(this.#connection.db, delivery.id, { state: 'refused', outcome }, now());
  }

  #raise(alarm: AlarmFacts): void {
    try {
      raiseAlarm(this.#connection, 'register inbox', alarm, now());
    } catch {
      // the log has it
    }
  }
}

function refusedAlarm({ name: file, outcome }: Delivery, report: string): AlarmFacts {
  if (outcome?.code === 'refused') return { code: 'delivery-refused', file, report, refusal: outcome.refusal };
  return { code: 'worded', sentence: `${file} was not imported; its report is ${report}.` };
}

const wordsOf = (alarm: AlarmFacts) => alarmWords(alarm, reportControls);
