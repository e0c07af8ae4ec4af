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
} as const;
