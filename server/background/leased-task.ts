import type { Connection } from '#db/client.ts';
import { memberOf } from '#db/cluster/membership.ts';
import { type Alarm, clearAlarm, getAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { Lease, type LeaseSubject } from '#db/jobs/lease.ts';
import { isUnwritable } from '#db/storage-fault.ts';
import { whenUnlocked, whileGuarded } from '#db/transaction.ts';
import { now } from '#lib/clock.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import { Refusal } from '#lib/refusal.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { noControls } from '#lib/words/controls.ts';
import { refusalLine } from '#lib/words/reason-words.ts';
import type { LogReport } from './background.ts';

export interface LeasedTask {
  readonly subject: Alarm['subject'] & LeaseSubject;
  /**
   * Runs the task once. In a cluster, each of its transactions is refused once another process has the lease.
   *
   * @returns how long to wait before the next time, in milliseconds
   */
  run(): Promise<number>;
  /** The alarm that a fault of `run` raises. */
  alarmOf(fault: unknown): AlarmFacts;
  /** Called when the disk takes nothing, not even the alarm; only in the process that has the lease or could take it. */
  readonly onUnwritable?: (refusal: Refusal) => Promise<void>;
  /** The pause without the lease, and after a fault, in milliseconds. */
  readonly retryMs: { readonly withoutLease: number; readonly afterFault: number };
}

/** Repeats a task, in only one process of all that use the database: the one with its lease. */
export function repeatWithLease(connection: Connection, task: LeasedTask, log: LogReport): { stop(): Promise<void> } {
  const lease = new Lease(connection, task.subject);
  const isShared = memberOf(connection.sqlite) !== undefined;
  const runTask = () => (isShared ? whileGuarded(() => lease.requireHeld(), task.run) : task.run());
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  let logged: string | undefined;

  async function run(): Promise<void> {
    let waitMs = task.retryMs.withoutLease;
    try {
      if (await lease.hold()) waitMs = await runTask();
      logged = undefined;
    } catch (fault) {
      waitMs = task.retryMs.afterFault;
      const alarm = task.alarmOf(fault);
      const words = alarmWords(alarm, noControls);
      // logged once, not every few seconds
      if (logged !== words) log('error', { event: `${task.subject} failed`, fault: words });
      logged = words;
      await raise(connection, task.subject, alarm);
      if (isUnwritable(fault) && lease.mayHold()) await task.onUnwritable?.(fault);
    }
    if (!isStopped) timer = setTimeout(begin, Math.max(1, waitMs));
  }

  function begin(): void {
    running = run();
  }

  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      try {
        await lease.release();
      } catch {
        // it lapses by itself
      }
    },
  };
}

/** Raises an alarm if the database can be written; if not, that is the fault itself, and the log has it. */
export async function raise(connection: Connection, subject: Alarm['subject'], alarm: AlarmFacts): Promise<void> {
  await whenUnlocked(connection, () => raiseAlarm(connection, subject, alarm, now())).catch(() => undefined);
}

/** Clears the alarm of a subject. */
export async function lower(connection: Connection, subject: Alarm['subject']): Promise<void> {
  // read first, without the write lock: there is rarely an alarm to clear
  if (getAlarm(connection, subject) === undefined) return;
  await whenUnlocked(connection, () => clearAlarm(connection, subject, now()));
}

/** The alarm of a task that can be refused only by the database or its disk. */
export function brokenOff(fault: unknown): AlarmFacts {
  if (fault instanceof Refusal) return { code: 'task-refused', refusal: fault.record };
  return { code: 'task-broke-off', message: messageOf(fault) };
}

/** What a line of the log says of a fault. */
export function messageOf(fault: unknown): string {
  if (fault instanceof Refusal) return refusalLine(fault.record, noControls);
  return fault instanceof Error ? fault.message : String(fault);
}
