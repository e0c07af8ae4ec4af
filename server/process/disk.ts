import { constants, statfsSync, statSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';
import type { DiskRemark } from '#lib/readiness.ts';
import { diskRemarkWords } from '#lib/words/readiness.ts';
import { log } from './log.ts';

/** How often the disk of the database is checked, in milliseconds. */
const checkEveryMs = 5000;

const latest = () => processWide('disk-remarks', () => ({ remarks: [] as readonly DiskRemark[] }));

/** What was noticed at the last check of the disk; nothing before the first. */
export function diskRemarks(): readonly DiskRemark[] {
  return latest().remarks;
}

/** Checks now what staff should know about the disk of the database, without stopping the event loop. */
export async function checkDisk(): Promise<readonly DiskRemark[]> {
  const { databaseFile } = settings();
  const folder = dirname(databaseFile);
  const remarks: DiskRemark[] = [];
  const areWritable = await Promise.all([folder, databaseFile].map(isWritable));
  if (areWritable.includes(false)) remarks.push({ code: 'disk-read-only', folder });
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined) return remarks;
  const [freeBytes, diskBytes] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  if (freeBytes < diskBytes * leastFreeShare) remarks.push({ code: 'disk-low', folder, freeBytes, diskBytes });
  return remarks;
}

/** A disk with less than this share free is low. */
const leastFreeShare = 0.05;

/** Checks the disk from now on, for `/readyz`; each remark is logged once, when it begins. */
export async function watchDisk(): Promise<void> {
  const check = async () => {
    const before = new Set(latest().remarks.map(({ code }) => code));
    latest().remarks = await checkDisk();
    for (const remark of latest().remarks)
      if (!before.has(remark.code)) log().error({ event: 'disk', ...remark, fault: diskRemarkWords(remark) });
    setTimeout(check, checkEveryMs).unref();
  };
  await check();
}

async function isWritable(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    (fault: NodeJS.ErrnoException) => fault.code === 'ENOENT',
  );
}

/** The disk space that the data take and leave, in bytes. */
interface StorageFacts {
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
