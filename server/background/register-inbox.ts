import type { Connection } from '#db/client.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { Lease } from '#db/jobs/lease.ts';
import {
  type Delivery,
  endDelivery,
  findDelivery,
  forgetDelivery,
  getDeliveryJob,
  takeDelivery,
} from '#db/registry/deliveries.ts';
import { now } from '#lib/clock.ts';
import { kindOfDelivery } from '#lib/registry/import/delivery-name.ts';
import { refusalReport } from '#lib/registry/import/report-words.ts';
import { noControls } from '#lib/words/controls.ts';
import { refusalWords } from '#lib/words/reason-words.ts';
import { byWatchedFolder, type InboxFile, InboxFolder } from './inbox-folder.ts';

/** How often the folder is looked at, in milliseconds. */
const lookEveryMs = 2000;

type Report = (level: 'info' | 'error', event: Record<string, unknown>) => void;

/**
 * Watches the folder `REGISTER_INBOX`: a file that has come whole is imported as long work, and then moved to `done` or
 * `failed` with its report. One process of all that use the database watches (a lease), and what it does to a file
 * follows from the database alone, so that a crash at any point neither loses a file nor imports it twice.
 */
export function watchRegisterInbox(connection: Connection, path: string, report: Report): { stop(): Promise<void> } {
  const lease = new Lease(connection, 'register inbox');
  const folder = new InboxFolder(path);
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let told: string | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    try {
      if (lease.hold()) for (const file of await folder.wholeFiles()) await settle(file);
      told = undefined;
    } catch (fault) {
      const sentence = `The watched folder ${path} cannot be worked on: ${fault instanceof Error ? fault.message : String(fault)}`;
      if (told !== sentence) report('error', { event: 'register inbox', fault: sentence });
      told = sentence;
      alarm(sentence);
    }
    if (!isStopped) timer = setTimeout(begin, lookEveryMs);
  }

  function begin(): void {
    looking = look();
  }

  /** Brings one file a step further. */
  async function settle(file: InboxFile): Promise<void> {
    const delivery = findDelivery(connection, file);
    if (delivery === undefined) return take(file);
    if (delivery.state === 'taken') return endWithWork(delivery);
    // a file of the same name and time may yet be another
    if (delivery.sha256 !== '' && delivery.sha256 !== (await folder.digest(file))) return take(file);
    const isGood = delivery.state !== 'refused';
    const target = await folder.file(file, isGood ? 'done' : 'failed', delivery.report);
    // the file may be put back once what was wrong is mended; a good one never comes twice
    if (!isGood) forgetDelivery(connection.db, delivery.id);
    report('info', { event: 'register inbox', file: file.name, state: delivery.state, movedTo: target });
    if (isGood) clearAlarm(connection, 'register inbox');
    else alarm(`${file.name} was not imported; its report is in ${target}.report.txt. ${firstLines(delivery.report)}`);
  }

  function take(file: InboxFile): void {
    const kind = kindOfDelivery(file.name);
    const sentence =
      'The name does not say what the file is: put the word “full” (the whole register) or “changes” into it.';
    const begun = connection.sqlite.transaction(() => {
      const { db } = connection;
      const id = takeDelivery(db, file, now());
      if (kind === undefined) {
        const words = refusalReport({ sentence, faults: [], total: 0 }, now());
        endDelivery(db, id, { state: 'refused', report: words }, now());
      } else {
        const title = `Register ${kind === 'replace' ? 'file' : 'changes'} ${file.name}`;
        const parameters = { delivery: id, kind, path: folder.pathOf(file) };
        addJob(db, { kind: 'register delivery', title, parameters }, { actor: byWatchedFolder, nowMs: now() });
      }
    });
    begun.immediate();
  }

  /** Work that failed or was cancelled ends its delivery; work that is done has done so itself. */
  function endWithWork(delivery: Delivery): void {
    const work = getDeliveryJob(connection, delivery.id);
    if (work?.state === 'waiting' || work?.state === 'running') return;
    const sentence = `It was cancelled by ${work?.cancelledBy ?? 'nobody known'}.`;
    const cancelled = { reason: { code: 'worded', sentence }, faults: [], total: 0 } as const;
    const words = refusalReport(refusalWords(work?.fault ?? cancelled, noControls), now());
    endDelivery(connection.db, delivery.id, { state: 'refused', report: words }, now());
  }

  function alarm(sentence: string): void {
    try {
      raiseAlarm(connection, 'register inbox', sentence, now());
    } catch {
      // the log has it
    }
  }

  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      try {
        lease.release();
      } catch {
        // it lapses by itself
      }
    },
  };
}

/** The report but for its time, as one line. */
function firstLines(report: string): string {
  return report.split('\n').slice(1, 3).join(' ').replaceAll(/\s+/g, ' ').slice(0, 300);
}
