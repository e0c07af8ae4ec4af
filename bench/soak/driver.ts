import { fork } from 'node:child_process';
import { once } from 'node:events';

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

/** The two APIs: requests about names, and about points. */
export const subjects = ['names', 'points'] as const;
export type Subject = (typeof subjects)[number];

/** What the load is given at its start, as JSON on standard input of its process. */
export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly key: string;
  readonly names: readonly string[];
  readonly points: readonly { readonly y: string; readonly x: string }[];
  readonly first: Readonly<Record<Subject, Expected>>;
}

/** What is right about every name or every point: codes of three digits each in one text, or providers. */
export type Expected = string | readonly string[];

/** Messages to the load; each is answered by a `LoadReport` about the time since the last one. */
export type ToLoad =
  | { readonly kind: 'begin'; readonly subject: Subject; readonly next: Expected }
  | { readonly kind: 'settle'; readonly subject: Subject }
  /** Requests a second of both APIs together; undefined for as many as are answered. */
  | { readonly kind: 'rate'; readonly perSecond: number | undefined }
  | { readonly kind: 'report' };

export interface LoadReport {
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many answers were not what the models say. */
  readonly wrong: number;
  /** Requests whose connection ended before the answer. */
  readonly unanswered: number;
  /** Requests that were not sent: for a second no connection was free. */
  readonly givenUp: number;
  /** The first of each of these, and of answers with another status than 200 and 503. */
  readonly firstFaults: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}
