/**
 * What is done beside the server because it takes long. Work of one queue is done in the order it was asked for, one
 * after the other; queues do not wait for each other. Each kind has its function in `server/work/runners.ts`. What
 * failed may be tried again, but for what somebody else looks after.
 */
export const jobKinds = {
  // to look at a file needs no wait for the import of another
  'coverage inspection': { queue: 'coverage inspection' },
  'coverage import': { queue: 'coverage' },
  'coverage rebuild': { queue: 'coverage' },
  'coverage publish': { queue: 'coverage' },
  'coverage rollback': { queue: 'coverage' },
  'coverage retire': { queue: 'coverage' },
  'coverage tidying': { queue: 'coverage' },
  'register preview': { queue: 'register' },
  'register import': { queue: 'register' },
  // the watched folder's own: its file comes again
  'register delivery': { queue: 'register', isLookedAfter: true },
  'register undo': { queue: 'register' },
  // a job must not wait for an import
  'register release': { queue: 'release job' },
  'provider apply': { queue: 'coverage' },
} as const satisfies Record<string, { readonly queue: string; readonly isLookedAfter?: true }>;

export type JobKind = keyof typeof jobKinds;
export type JobQueue = (typeof jobKinds)[JobKind]['queue'];

const kindNames = Object.keys(jobKinds) as readonly JobKind[];

/** The queues; an uploaded file is for the work of one of them. */
export const jobQueues: readonly JobQueue[] = [...new Set(kindNames.map((kind) => jobKinds[kind].queue))];

/** Whether work of this kind may be tried again by hand. */
export function isRepeatable(kind: string): boolean {
  const known = parseJobKind(kind);
  return known !== undefined && !('isLookedAfter' in jobKinds[known]);
}

/** The kind of this name; undefined when there is none (any more). */
export function parseJobKind(name: string): JobKind | undefined {
  return kindNames.find((known) => known === name);
}
