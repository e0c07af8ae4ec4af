import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Contestant } from './contestants.ts';
import { cpuSeconds } from './cpu.ts';

const run = promisify(execFile);

/** One run of load against one contestant. */
export interface Measured {
  readonly requestsPerSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that the load generator itself used. */
  readonly generatorShare: number;
}

/** The middle of several runs, with the least and the most. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

interface LoadReport {
  finished: number;
  bad: number;
  firstBad: string[];
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  ownCpuShare: number;
}

/** Sends load and measures. @throws Error when a single answer was not 2xx or 304: such a run is void. */
export async function measure(
  contestant: Contestant,
  targetsFile: string,
  requests: number,
  connections: number,
  header = 'Accept: */*',
): Promise<Measured> {
  const before = cpuSeconds(contestant.pid);
  const { stdout } = await run(process.execPath, [
    `${import.meta.dirname}/load.ts`,
    String(contestant.port),
    targetsFile,
    String(requests),
    String(connections),
    header,
  ]);
  const used = cpuSeconds(contestant.pid) - before;
  const report = JSON.parse(stdout) as LoadReport;
  if (report.bad > 0 || report.finished !== requests) {
    throw new Error(
      `${contestant.name}: ${report.bad} of ${requests} answers were refusals:\n${report.firstBad.join('\n')}`,
    );
  }
  return {
    requestsPerSecond: requests / report.seconds,
    cpuMicroseconds: (used / requests) * 1e6,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    generatorShare: report.ownCpuShare,
  };
}

/** The spread of one figure over several runs. */
export function spreadOf(runs: readonly Measured[], figure: keyof Measured): Spread {
  const values = runs.map((run) => run[figure]).sort((a, b) => a - b);
  return {
    median: values[Math.floor(values.length / 2)] ?? 0,
    least: values[0] ?? 0,
    most: values.at(-1) ?? 0,
  };
}
