import type { DiskRemark } from '#lib/readiness/disk-remark.ts';
import { shareWords, sizeWords } from '#lib/usage/words.ts';

/** What is wrong with the disk of the database, and what to do. */
export function diskRemarkWords(remark: DiskRemark): string {
  const { folder } = remark;
  if (remark.code === 'disk-read-only')
    return `Read-only disk: ${folder} cannot be written, so changes are refused. Make it writable.`;
  const { freeBytes, diskBytes } = remark;
  const free = `${sizeWords(freeBytes)} of ${sizeWords(diskBytes)} free (${shareWords(freeBytes, diskBytes)})`;
  return `Low disk: ${folder} has ${free}. Make room before changes are refused.`;
}
