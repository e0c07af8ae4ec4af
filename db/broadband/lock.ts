import Database from 'better-sqlite3';
import { coverageVersion } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';

/** Somebody else makes, indexes or removes coverage just now. */
export class CoverageBusy extends Refusal {
  override name = 'CoverageBusy';
}

/**
 * Does `work` while nothing else makes, indexes or removes coverage in this database.
 *
 * @throws CoverageBusy, without waiting, while another process or task is at it
 */
export async function withCoverageLock<T>(connection: Connection, nowMs: number, work: () => Promise<T>): Promise<T> {
  const release = tryLock(connection);
  if (release === undefined)
    throw new CoverageBusy(`${sayWho(connection, nowMs)} Wait until it has ended, then try again.`);
  try {
    return await work();
  } finally {
    release();
  }
}

/** As `withCoverageLock`, but does nothing while somebody else is at it. @returns whether the work was done */
export async function ifCoverageIsIdle(connection: Connection, work: () => Promise<void>): Promise<boolean> {
  const release = tryLock(connection);
  if (release === undefined) return false;
  try {
    await work();
  } finally {
    release();
  }
  return true;
}

/**
 * The lock is one of the operating system, on an empty file beside the database: it ends with its process, however that
 * ends, so a killed import never locks out the next one.
 */
function tryLock({ sqlite }: Connection): (() => void) | undefined {
  const lock = new Database(`${sqlite.name}-coverage-lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if (fault instanceof Database.SqliteError && fault.code === 'SQLITE_BUSY') return undefined;
    throw fault;
  }
  return () => lock.close();
}

function sayWho({ db }: Connection, nowMs: number): string {
  const building = db.select().from(coverageVersion).where(eq(coverageVersion.state, 'building')).get();
  if (building === undefined) return 'Somebody else is at work on the coverage data.';
  const seconds = Math.max(0, Math.round((nowMs - building.heartbeatAt) / 1000));
  return `Another import is at work (version ${building.id}, last sign of life ${seconds} s ago).`;
}
