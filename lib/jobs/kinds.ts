/**
 * The kinds of job, which run in processes beside the server because they take long. The jobs of one queue run one after
 * the other, in the order in which they were added; queues do not wait for each other. The runner of each kind is in
 * `server/jobs/runners.ts`.
 */
export const jobKinds = {
  // reading a file does not wait for the import of another
  'coverage inspection': { queue: 'coverage inspection' },
  'coverage import': { queue: 'coverage' },
  'coverage rebuild': { queue: 'coverage' },
  'coverage publish': { queue: 'coverage' },
  'coverage rollback': { queue: 'coverage' },
  'coverage retire': { queue: 'coverage' },
  'coverage tidying': { queue: 'coverage' },
  'register preview': { queue: 'register' },
  'register import': { queue: 'register' },
  // the watched folder tries its file again
  'register delivery': { queue: 'register', isRetriedElsewhere: true },
  'register undo': { queue: 'register' },
  // a release job must not wait for an import
  'register release': { queue: 'release job' },
  'provider apply': { queue: 'coverage' },
} as const satisfies Record<string, { readonly queue: string; readonly isRetriedElsewhere?: true }>;

export type JobKind = keyof typeof jobKinds;
export type JobQueue = (typeof jobKinds)[JobKind]['queue'];

const kindNames = Object.keys(jobKinds) as readonly JobKind[];

/** Every queue. A file is uploaded for the jobs of one of them. */
export const jobQueues: readonly JobQueue[] = [...new Set(kindNames.map((kind) => jobKinds[kind].queue))];

/** Whether staff may try a job of this kind again when it failed. */
export function isRepeatable(kind: string): boolean {
  const known = parseJobKind(kind);
  return known !== undefined && !('isRetriedElsewhere' in jobKinds[known]);
}

/** The kind of this name; undefined for a name of another version. */
export function parseJobKind(name: string): JobKind | undefined {
  return kindNames.find((known) => known === name);
}
