import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A flood of requests that ask again as soon as they are answered. */
export interface FloodPlan {
  readonly port: number;
  /** Asked for in turn: targets of GET, or whole requests with their line breaks. */
  readonly targets: readonly string[];
  /** How many times each request is sent at once, before an answer is read. */
  readonly pipelined?: number;
  /** Loopback addresses to send from, in turn. */
  readonly from: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second of each connection; undefined for as many as are answered. */
  readonly perSecond?: number;
}

/** The answers of one status: how many, and how long they took in milliseconds. */
export interface Answers {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

export interface FloodReport {
  readonly byStatus: Readonly<Record<string, Answers>>;
  /** Answers of status 429 and 503 without `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** Connections that the server closed or reset. */
  readonly closed: number;
  /** How many answers had status 200 in each second of the server's clock, the first and the last second left out. */
  readonly admittedASecond: readonly number[];
}

const run = promisify(execFile);

/** Floods a server from a process of its own. */
export async function flood(plan: FloodPlan): Promise<FloodReport> {
  const script = `${import.meta.dirname}/flood.ts`;
  const flooding = run(process.execPath, [script]);
  flooding.child.stdin?.end(JSON.stringify(plan));
  const { stdout } = await flooding;
  return JSON.parse(stdout) as FloodReport;
}
