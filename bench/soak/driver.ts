import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Expected, LoadPlan, LoadReport, Subject, ToLoad } from './messages.ts';

/** The load in a process of its own, and the messages to it. */
export class LoadDriver {
  readonly #child = fork(`${import.meta.dirname}/load.ts`, { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
  readonly #onReport: (report: LoadReport) => void;

  /** `onReport` is called with every report, so that no answer is left out. */
  constructor(plan: LoadPlan, onReport: (report: LoadReport) => void) {
    this.#onReport = onReport;
    this.#child.stdin?.end(JSON.stringify(plan));
  }

  /** Runs a change of what an API answers: meanwhile both states are right, afterwards only `next` is. */
  async during(subject: Subject, next: Expected, change: () => Promise<unknown>): Promise<void> {
    await this.#tell({ kind: 'begin', subject, next });
    await change();
    await this.#tell({ kind: 'settle', subject });
  }

  rate(perSecond: number | undefined): Promise<LoadReport> {
    return this.#tell({ kind: 'rate', perSecond });
  }

  report(): Promise<LoadReport> {
    return this.#tell({ kind: 'report' });
  }

  stop(): void {
    this.#child.disconnect();
  }

  async #tell(message: ToLoad): Promise<LoadReport> {
    const answered = once(this.#child, 'message');
    this.#child.send(message);
    const [report] = (await answered) as [LoadReport];
    this.#onReport(report);
    return report;
  }
}
