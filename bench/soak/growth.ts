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
