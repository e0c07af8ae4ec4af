import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { settings } from '#lib/env.ts';

/** The disk space that the data take and leave, in bytes. */
export interface StorageFacts {
  /** The database with its write-ahead log. */
  readonly databaseBytes: number;
  readonly freeBytes: number;
  readonly diskBytes: number;
}

export function storageFacts(): StorageFacts {
  const { databaseFile } = settings();
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const disk = statfsSync(dirname(databaseFile));
  return {
    databaseBytes: sizeOf(databaseFile) + sizeOf(`${databaseFile}-wal`),
    freeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
  };
}
