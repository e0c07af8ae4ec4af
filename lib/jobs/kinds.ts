import type { RefusalRecord } from '#lib/refusal.ts';

/**
 * The kinds of job, which run in processes of their own because they take long. The jobs of one queue run one after
 * the other, in the order in which they were added unless `isNewestFirst`; queues do not wait for each other. `nice` is the
 * priority of their processes, 10 if left out. The runner of each kind is in `server/jobs/runners.ts`.
 */
export const jobKinds = {
  // reading a file does not wait for the import of another
  'coverage inspection': { queue: 'coverage inspection', isInvisible: true, readsFile: true },
  'coverage import': { queue: 'coverage', readsFile: true },
  'coverage rebuild': { queue: 'coverage' },
  'coverage publish': { queue: 'coverage' },
  'coverage rollback': { queue: 'coverage' },
  'coverage retire': { queue: 'coverage' },
  'coverage tidying': { queue: 'coverage', isInvisible: true },
  // nobody waits for it, and what is asked for comes first
  'coverage figures': { queue: 'coverage figures', isNewestFirst: true, nice: 19 },
  'areas import': { queue: 'areas', readsFile: true },
  'area figures': { queue: 'coverage figures', isNewestFirst: true, nice: 19 },
  'open data': { queue: 'open data', nice: 19 },
  'register preview': { queue: 'register', isInvisible: true, readsFile: true },
  'register import': { queue: 'register', readsFile: true },
  // the watched folder tries its file again
  'register delivery': { queue: 'register', isRetriedElsewhere: true },
  'register undo': { queue: 'register' },
  // a release job must not wait for an import
  'register release': { queue: 'release job' },
  'provider apply': { queue: 'coverage' },
  'map import': { queue: 'map', readsFile: true },
  'map fetch': { queue: 'map' },
  // waits for nothing: what it copies is as it was at one moment
  backup: { queue: 'backup', nice: 19 },
} as const satisfies Record<string, KindOfJob>;

interface KindOfJob {
  readonly queue: string;
  readonly isRetriedElsewhere?: true;
  /** It reads a file that was uploaded. */
  readonly readsFile?: true;
  /** Nothing that people see changes when it is done: it only finds something out, or removes what is invisible. */
  readonly isInvisible?: true;
  readonly isNewestFirst?: true;
  readonly nice?: number;
}

export type JobKind = keyof typeof jobKinds;
export type JobQueue = (typeof jobKinds)[JobKind]['queue'];

const kindNames = Object.keys(jobKinds) as readonly JobKind[];

/** Every queue. A file is uploaded for the jobs of one of them. */
export const jobQueues: readonly JobQueue[] = [...new Set(kindNames.map((kind) => jobKinds[kind].queue))];

const kinds: readonly KindOfJob[] = Object.values(jobKinds);

/** The queues whose newest job runs first. */
export const newestFirst: ReadonlySet<string> = new Set(
  kinds.filter(({ isNewestFirst }) => isNewestFirst === true).map(({ queue }) => queue),
);

/** The priority of the processes of a queue, as of `nice`. */
export function niceOf(queue: string): number {
  return kinds.find((kind) => kind.queue === queue)?.nice ?? 10;
}

/** Whether nothing that people see changes when a job of this kind is done. */
export function isInvisible(kind: string): boolean {
  const known = parseJobKind(kind);
  return known !== undefined && 'isInvisible' in jobKinds[known];
}

/** Whether staff may try a job of this kind again when it failed. */
export function isRepeatable(kind: string): boolean {
  const known = parseJobKind(kind);
  return known !== undefined && !('isRetriedElsewhere' in jobKinds[known]);
}

/** Whether a job failed because of what is in its file, as the faults listed in it say: the same file would fail again. */
export function isFaultOfFile(kind: string, { total }: Pick<RefusalRecord, 'total'>): boolean {
  const known = parseJobKind(kind);
  return known !== undefined && 'readsFile' in jobKinds[known] && total > 0;
}

/** The kind of this name; undefined for a name of another version. */
export function parseJobKind(name: string): JobKind | undefined {
  return kindNames.find((known) => known === name);
}
