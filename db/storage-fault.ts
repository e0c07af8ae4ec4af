import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#lib/refusal.ts';
import { storageWords } from '#lib/words/readiness.ts';

/** A disk with less room than this counts as full when a write to it fails for a reason that does not say so. */
const leastFreeBytes = 256 * 1024;

/** Whether another process has the lock that a write needs. */
export function isBusy(fault: unknown): boolean {
  return codeOf(fault).startsWith('SQLITE_BUSY');
}

/** What refuses writes while the disk itself is all right. */
const notTheDisk: ReadonlySet<string> = new Set([
  'database-busy',
  'cluster-away',
  'cluster-outcome-unknown',
  'cluster-needs-base',
  'cluster-newer-schema',
]);

/**
 * Whether something was refused because the lock stayed taken, or the cluster's log is away: tidying up would have to wait
 * as long again.
 */
export function isLockRefusal(fault: unknown): boolean {
  return fault instanceof Refusal && notTheDisk.has(fault.reason.code);
}

/** Whether something was refused because nothing can be written at present; it can be tried again later. */
export function isStorageRefusal(fault: unknown): boolean {
  return fault instanceof Refusal && fault.reason.code in storageWords;
}

/** Whether something was refused because the disk takes nothing. */
export function isUnwritable(fault: unknown): fault is Refusal {
  return isStorageRefusal(fault) && !isLockRefusal(fault);
}

/**
 * The refusal for a fault in writing the database or a file beside it: the disk is full, read-only or failing. Undefined
 * for any other fault.
 *
 * @param file what was written, or the database beside it
 */
export function storageRefusal(fault: unknown, file: string): Refusal | undefined {
  const code = codeOf(fault);
  const folder = dirname(file);
  if (isFullCode(code)) return new Refusal({ code: 'disk-full', folder, free: freeBytesOf(folder) ?? 0 });
  if (isReadOnlyCode(code)) return new Refusal({ code: 'disk-read-only', folder });
  if (!/^SQLITE_(IOERR|CANTOPEN)|^EIO$/.test(code)) return undefined;
  // SQLite does not say why it could not write or make a file
  if (!isWritable(folder)) return new Refusal({ code: 'disk-read-only', folder });
  const free = freeBytesOf(folder);
  if (free !== undefined && free < leastFreeBytes) return new Refusal({ code: 'disk-full', folder, free });
  return new Refusal({ code: 'disk-failing', folder, cause: code });
}

function isFullCode(code: string): boolean {
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT';
}

function isReadOnlyCode(code: string): boolean {
  // a moved database is another fault: this folder may well be writable
  return code === 'EROFS' || (code.startsWith('SQLITE_READONLY') && code !== 'SQLITE_READONLY_DBMOVED');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** How many bytes of the folder's disk this user can fill; undefined when it cannot be asked. */
function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** The code of a fault of the driver or the operating system, or of what caused it; empty for any other. */
function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return '';
  return 'code' in fault ? String(fault.code) : codeOf(fault.cause);
}

/** The pauses between two attempts to take the write lock, in milliseconds: the last one is repeated. */
const pausesMs = [1, 2, 4, 8, 12, 16, 20] as const;
const longestPauseMs = 25;

/** How long to wait for the write lock of `file`, in milliseconds, from `since` on, by `performance.now()`. */
export interface LockPatience {
  readonly file: string;
  readonly patienceMs: number;
  readonly since: number;
}

/**
 * Runs `write`, which takes the write lock itself, again and again while another process has the lock.
 *
 * @throws Refusal when the lock stays taken (`database-busy`), and when the disk is full, read-only or failing
 */
export async function retryWhileBusy<Result>(
  write: () => Result,
  { file, patienceMs, since }: LockPatience,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return write();
    } catch (fault) {
      if (!isBusy(fault)) throw storageRefusal(fault, file) ?? fault;
      const waitedMs = performance.now() - since;
      if (waitedMs >= patienceMs) throw lockRefusal(waitedMs, file);
    }
    await sleep(pausesMs[attempt] ?? longestPauseMs);
  }
}

export function lockRefusal(waitedMs: number, file: string): Refusal {
  return new Refusal({ code: 'database-busy', seconds: Math.round(waitedMs / 1000), file });
}
