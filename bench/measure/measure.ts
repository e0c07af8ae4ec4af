import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Contestant } from '#bench/contest/contestants.ts';
import type { LoadPlan, LoadReport } from '#bench/contest/requests.ts';
import { cpuSeconds } from './cpu.ts';

const run = promisify(execFile);

/** One run of load against one contestant. */
export interface Measured {
  readonly requestsPerSecond: number;
  /** CPU time of all its processes, per request. */
  readonly cpuMicroseconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that the load generator itself used. */
  readonly generatorShare: number;
}

/** The median of several runs, with the least and the most. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Sends load and measures. @throws Error when an answer had another status or was short: such a run is void. */
export async function measure(contestant: Contestant, plan: Omit<LoadPlan, 'port'>): Promise<Measured> {
  const before = cpuSeconds(contestant.pids);
  const argument = JSON.stringify({ ...plan, port: contestant.port } satisfies LoadPlan);
  const { stdout } = await run(process.execPath, [`${import.meta.dirname}/../contest/load.ts`, argument], {
    timeout: 120_000,
  });
  const used = cpuSeconds(contestant.pids) - before;
  const report = JSON.parse(stdout) as LoadReport;
  if (report.bad > 0 || report.finished !== plan.requests) {
    throw new Error(
      `${contestant.name}: ${report.bad} of ${plan.requests} answers were not as asked:\n${report.firstBad.join('\n')}`,
    );
  }
  return {
    requestsPerSecond: plan.requests / report.seconds,
    cpuMicroseconds: (used / plan.requests) * 1e6,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    generatorShare: report.ownCpuShare,
  };
}

/** The spread of one figure over several runs. */
export function spreadOf(runs: readonly Measured[], figure: keyof Measured): Spread {
  return spreadOfValues(runs.map((run) => run[figure]));
}

export function spreadOfValues(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}
