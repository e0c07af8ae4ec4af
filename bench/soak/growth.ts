import { readFileSync } from 'node:fs';
import { commandOf, processTree } from '#tests/support/processes/process-tree.ts';

/** The memory of a process at a moment, in megabytes. */
export interface MemorySample {
  readonly atSeconds: number;
  readonly pid: number;
  /** Which part of the server it is. */
  readonly what: string;
  readonly megabytes: number;
  readonly anonymous: number;
}

/** How the memory of a process grew: medians of the first and of the last time that counts. */
export interface Growth {
  readonly what: string;
  readonly pid: number;
  /** Whether it replaced one that was killed. */
  readonly isReplacement: boolean;
  readonly from: Pick<MemorySample, 'megabytes' | 'anonymous'>;
  readonly to: Pick<MemorySample, 'megabytes' | 'anonymous'>;
  readonly most: number;
  /** How long it was watched after its first minute. */
  readonly seconds: number;
}

/** The first minute of a process does not count: it loads code and fills its caches. */
const settledAfterSeconds = 60;
/** Medians are of a minute, or of a third of the time if that is less. */
const windowSeconds = 60;
/** Processes that are watched for less than this after their first minute are left out. */
const leastSeconds = 15;

/** The growth of each process that was still running at the end, after its own first minute. */
export function judgeGrowth(samples: readonly MemorySample[]): Growth[] {
  const [beginning, end] = [samples[0]?.atSeconds ?? 0, samples.at(-1)?.atSeconds ?? 0];
  const isAtEnd = new Set(samples.filter(({ atSeconds }) => atSeconds === end).map(({ pid }) => pid));
  return [...Map.groupBy(samples, ({ pid }) => pid)].flatMap(([pid, all]): Growth[] => {
    const start = all[0]?.atSeconds ?? 0;
    const own = all.filter(({ atSeconds }) => atSeconds >= start + settledAfterSeconds);
    const seconds = end - start - settledAfterSeconds;
    if (!isAtEnd.has(pid) || seconds < leastSeconds) return [];
    const window = Math.min(windowSeconds, seconds / 3);
    const settledAt = start + settledAfterSeconds;
    return [
      {
        what: all[0]?.what ?? '',
        pid,
        isReplacement: start > beginning + windowSeconds / 2,
        seconds,
        from: medians(own.filter(({ atSeconds }) => atSeconds <= settledAt + window)),
        to: medians(own.filter(({ atSeconds }) => atSeconds >= end - window)),
        most: Math.max(...own.map(({ megabytes }) => megabytes)),
      },
    ];
  });
}

function medians(samples: readonly MemorySample[]): Growth['from'] {
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
  return {
    megabytes: median(samples.map(({ megabytes }) => megabytes)),
    anonymous: median(samples.map(({ anonymous }) => anonymous)),
  };
}

/** All processes together that were never replaced: their growth as a share, such as 0.02. */
export function growthOfAll(growths: readonly Growth[]): number {
  const lasting = growths.filter(({ isReplacement }) => !isReplacement);
  const sum = (of: (growth: Growth) => number) => lasting.reduce((all, growth) => all + of(growth), 0);
  return sum(({ to }) => to.megabytes) / sum(({ from }) => from.megabytes) - 1;
}

const everyMs = 2000;

/** Measures the memory of each process of a server while it runs. */
export interface MemoryWatch {
  /** Ends the measuring. @returns the growth of each process that ran long enough */
  stop(): Growth[];
}

export function watchMemory(pid: number): MemoryWatch {
  const beganAt = performance.now();
  const samples: MemorySample[] = [];
  const look = () => {
    const atSeconds = (performance.now() - beganAt) / 1000;
    for (const one of processTree(pid)) {
      const memory = memoryOf(one);
      if (memory !== undefined) samples.push({ atSeconds, pid: one, what: partOf(one, pid), ...memory });
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return judgeGrowth(samples);
    },
  };
}

/**
 * The memory of a process in megabytes, undefined if it has ended. What processes share counts for each by its share
 * (`Pss`); of the files of the database, what a process has mapped counts too. `anonymous` is its own memory alone.
 */
function memoryOf(pid: number): { readonly megabytes: number; readonly anonymous: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
    return { megabytes: of('Pss'), anonymous: of('Pss_Anon') };
  } catch {
    return undefined;
  }
}

/** Which part of the server a process is, by its program and its place in the tree. */
export function partOf(pid: number, first: number): string {
  const command = commandOf(pid);
  if (pid === first) return 'first process';
  if (command.includes('/pages.ts')) return 'pages';
  if (command.includes('/jobs/process.ts')) return `job: ${command.split('process.ts ')[1] ?? ''}`;
  if (command.includes('/server.ts')) return processTree(first)[1] === pid ? 'primary' : 'worker';
  return /server\/(\S+)\.ts/.exec(command)?.[1] ?? command;
}
