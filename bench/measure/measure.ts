import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Contestant } from '#bench/contest/contestants.ts';
import type { LoadPlan, LoadReport } from '#bench/contest/requests.ts';

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

const ticksPerSecond = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

/** CPU seconds (user and system) that processes and all their descendants have used so far, from /proc. */
export function cpuSeconds(pids: readonly number[]): number {
  return groupOf(pids).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Anonymous memory (RssAnon) of processes and all their descendants, in megabytes. */
export function anonymousMegabytes(pids: readonly number[]): number {
  const kilobytesOf = (one: number) =>
    Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? Number.NaN);
  return groupOf(pids).reduce((sum, { pid }) => sum + kilobytesOf(pid), 0) / 1024;
}

function groupOf(pids: readonly number[]): Stat[] {
  const members = new Set(pids);
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)));
  // ids wrap around, so a child may come before its parent: repeat until nothing is added
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const { pid: child, parent } of stats) if (members.has(parent)) members.add(child);
  }
  return stats.filter(({ pid }) => members.has(pid));
}

function readStat(pid: number): Stat[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // the process has ended meanwhile
    return [];
  }
  // only the name in parentheses may contain spaces
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // its own user and system time, and that of children that have ended
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return [{ pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
}
