import type { Connection } from '#db/client.ts';
import { leaseBeatMs } from '#db/jobs/lease.ts';
import type { OutboxMessage } from '#db/outbox/messages.ts';
import { sendDue } from '#flows/outbox/send-due.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { Attempt } from '#lib/outbox/message.ts';
import type { LogReport } from './background.ts';
import { brokenOff, lower, repeatWithLease } from './leased-task.ts';

/** How often new messages are looked for, in milliseconds: people wait for the link in one. A look takes some 50 µs. */
const lookEveryMs = 200;
/** How long an attempt may go on while the server stops, in milliseconds. */
const graceMs = 2000;

/** Sends what the outbox has, while this process has the lease. */
export function scheduleOutbox(connection: Connection, log: LogReport): { stop(): Promise<void> } {
  const subject = 'outbox';
  const stopping = new AbortController();
  async function run(): Promise<number> {
    const { notifications } = settings();
    const report = (message: OutboxMessage, attempt: Attempt) => logAttempt(log, message, attempt);
    await sendDue(connection, { notifications, clock: now, stop: stopping.signal, report });
    await lower(connection, subject);
    return lookEveryMs;
  }
  const retryMs = { withoutLease: leaseBeatMs, afterFault: leaseBeatMs };
  const repeating = repeatWithLease(connection, { subject, run, alarmOf: brokenOff, retryMs }, log);
  return {
    async stop() {
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await repeating.stop();
      clearTimeout(timer);
    },
  };
}

/** No address, no text and no words of a foreign server: a log is read by more people than the outbox. */
function logAttempt(log: LogReport, { id, kind, channel, attempts }: OutboxMessage, attempt: Attempt): void {
  const fault = attempt.outcome === 'sent' ? undefined : attempt.fault;
  const status = fault !== undefined && 'status' in fault ? fault.status : undefined;
  const event = { event: 'outbox', message: id, kind, channel, attempts, outcome: attempt.outcome };
  log(attempt.outcome === 'sent' ? 'info' : 'error', { ...event, fault: fault?.code, status });
}
