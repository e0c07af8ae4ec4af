import { sizeWords } from '#lib/usage/words.ts';

/** Why the database or a file beside it cannot be written at present. Everything goes on once the cause is gone. */
export const storageWords = {
  'database-busy': ({ seconds, file }: { seconds: number; file: string }) =>
    `Another process has been writing to ${file} for ${seconds} s. Nothing was changed: try again in a moment, or stop that process.`,
  'disk-full': ({ folder, free }: { folder: string; free: number }) =>
    `The disk is full: ${folder} has ${sizeWords(free)} free. Nothing was changed: free some space, then try again.`,
  'disk-read-only': ({ folder }: { folder: string }) =>
    `${folder} is read-only: this user cannot write there. Nothing was changed: make it writable, then try again.`,
  'disk-failing': ({ folder, cause }: { folder: string; cause: string }) =>
    `Writing to ${folder} failed (${cause}). Nothing was changed: check the disk, then try again.`,
  'cluster-away': () =>
    'The cluster cannot be written at present: PostgreSQL does not answer. Nothing was changed: try again in a moment.',
  'cluster-outcome-unknown': () =>
    'The connection to PostgreSQL was lost while this was saved. Check whether it was saved before you try again.',
  'cluster-not-synchronous': () =>
    'PostgreSQL confirms without waiting for a standby, so a lost machine could lose what was confirmed: set synchronous_standby_names, or CLUSTER_ALLOW_ASYNC=1 to try the cluster out.',
  'base-not-fetched': ({ address, cause }: { address: string; cause: string }) =>
    `The base for this node could not be read from ${address} (${cause}): check BASE_DIR.`,
  'cluster-needs-base': ({ file, reason }: { file: string; reason: string }) =>
    `${file} cannot follow the log of the cluster (${reason}): the node needs a base.`,
  'cluster-newer-schema': ({ migration }: { migration: string }) =>
    `The cluster's log has the migration ${migration}, which this version of Wātea does not know: update this node.`,
  'stored-value-damaged': ({ column }: { column: string }) =>
    `What is stored in ${column} is damaged and cannot be read.`,
} as const;
