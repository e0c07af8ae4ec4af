import type { LoadReport } from './messages.ts';

const mostFaults = 5;

/** What came back since the last report. */
export class Tally {
  #beganAt = performance.now();
  #statuses: Record<string, number> = {};
  #wrong = 0;
  #unanswered = 0;
  #givenUp = 0;
  #firstFaults: string[] = [];
  #timesMs: number[] = [];

  add(status: number, ms: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#timesMs.push(ms);
  }

  addWrong(fault: string): void {
    this.#wrong++;
    this.addFault(`wrong: ${fault}`);
  }

  addUnanswered(): void {
    this.#unanswered++;
  }

  addGivenUp(): void {
    this.#givenUp++;
  }

  addFault(fault: string): void {
    if (this.#firstFaults.length < mostFaults) this.#firstFaults.push(fault.slice(0, 600));
  }

  /** The report, after which everything counts from 0 again. */
  take(): LoadReport {
    const times = Float64Array.from(this.#timesMs).sort();
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const report: LoadReport = {
      seconds: (performance.now() - this.#beganAt) / 1000,
      statuses: this.#statuses,
      wrong: this.#wrong,
      unanswered: this.#unanswered,
      givenUp: this.#givenUp,
      firstFaults: this.#firstFaults,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      mostMs: at(1),
    };
    this.#beganAt = performance.now();
    this.#statuses = {};
    [this.#wrong, this.#unanswered, this.#givenUp] = [0, 0, 0];
    [this.#firstFaults, this.#timesMs] = [[], []];
    return report;
  }
}
