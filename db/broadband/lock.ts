import Database from 'better-sqlite3';
import type { Connection } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { createPrivateFile } from '#db/private-file.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import { coverageVersion } from './schema.ts';

/**
 * Runs `work` while nothing else makes, indexes or removes coverage in this database.
 *
 * @throws Refusal `coverage-busy`, without waiting, while another process or job does
 */
export async function withCoverageLock<T>(connection: Connection, nowMs: number, work: () => Promise<T>): Promise<T> {
  const release = tryLock(connection, 'coverage');
  if (release === undefined) throw new Refusal(busyReason(connection, nowMs));
  try {
    return await work();
  } finally {
    release();
  }
}

/** Like `withCoverageLock`, but does nothing while the lock is taken. @returns whether `work` ran */
export async function ifCoverageIsIdle(connection: Connection, work: () => Promise<void>): Promise<boolean> {
  const release = tryLock(connection, 'coverage');
  if (release === undefined) return false;
  try {
    await work();
  } finally {
    release();
  }
  return true;
}

/**
 * Runs `work` while no other process measures or draws versions of this database. It needs no coverage lock: what it reads
 * does not change, and what it stores is checked in the transaction that stores it.
 *
 * @throws Refusal `figures-busy`, without waiting, while another process does
 */
export async function withFiguresLock<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const release = tryLock(connection, 'figures');
  if (release === undefined) throw new Refusal({ code: 'figures-busy' });
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Takes a lock of the operating system on an empty file beside the database. The lock ends with its process, however
 * that ends, so a killed import never locks out the next one.
 */
function tryLock({ sqlite }: Connection, subject: 'coverage' | 'figures'): (() => void) | undefined {
  const file = `${sqlite.name}-${subject}-lock`;
  createPrivateFile(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if (fault instanceof Database.SqliteError && fault.code === 'SQLITE_BUSY') return undefined;
    throw fault;
  }
  return () => lock.close();
}

function busyReason({ db }: Connection, nowMs: number): Reason {
  const building = db.select().from(coverageVersion).where(eq(coverageVersion.state, 'building')).get();
  if (building === undefined) return { code: 'coverage-busy', version: null, secondsAgo: null };
  const secondsAgo = Math.max(0, Math.round((nowMs - building.heartbeatAt) / 1000));
  return { code: 'coverage-busy', version: building.id, secondsAgo };
}
