import type { Connection } from '#db/client.ts';
import { memberOf } from '#db/cluster/membership.ts';
import { eq } from '#db/drizzle.ts';
import { tryFileLock } from '#db/file-lock.ts';
import { Lease, type LeaseSubject, leaseBeatMs } from '#db/jobs/lease.ts';
import { whileGuarded } from '#db/transaction.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import { coverageVersion } from './schema.ts';

/**
 * Runs `work` while no other process makes, indexes or removes coverage in this database. The operating system holds the
 * lock (SQLite's, on an empty file beside the database), so it ends with the process however that ends; by a row with a
 * heartbeat, a process that is only slow would lose it, and one that was killed would keep others waiting.
 *
 * @throws Refusal `coverage-busy`, without waiting, while another process or job does
 */
export async function withCoverageLock<T>(connection: Connection, nowMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await tryLock(connection, 'coverage');
  if (lock === undefined) throw new Refusal(busyReason(connection, nowMs));
  return await runLocked(lock, work);
}

/** Like `withCoverageLock`, but does nothing while the lock is taken. @returns whether `work` ran */
export async function ifCoverageIsIdle(connection: Connection, work: () => Promise<void>): Promise<boolean> {
  const lock = await tryLock(connection, 'coverage');
  if (lock === undefined) return false;
  await runLocked(lock, work);
  return true;
}

/**
 * Runs `work` while no other process measures or draws versions of this database. It needs no coverage lock: what it reads
 * does not change, and what it stores is checked in the transaction that stores it.
 *
 * @throws Refusal `figures-busy`, without waiting, while another process does
 */
export async function withFiguresLock<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const lock = await tryLock(connection, 'figures');
  if (lock === undefined) throw new Refusal({ code: 'figures-busy' });
  return await runLocked(lock, work);
}

/**
 * Runs `work` while no other process makes the files of open data: the one that has finished removes all others.
 *
 * @throws Refusal `open-data-busy`, without waiting, while another process does
 */
export async function withOpenDataLock<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const lock = await tryLock(connection, 'open-data');
  if (lock === undefined) throw new Refusal({ code: 'open-data-busy' });
  return await runLocked(lock, work);
}

/** What a process has while it alone does something. */
interface Lock {
  /** Refuses the writes of `work` once another node has taken over. */
  run<T>(work: () => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

async function runLocked<T>(lock: Lock, work: () => Promise<T>): Promise<T> {
  try {
    return await lock.run(work);
  } finally {
    await lock.release();
  }
}

/** Takes the lock of this machine, and in a cluster the lease that all nodes see. */
async function tryLock(
  connection: Connection,
  subject: 'coverage' | 'figures' | 'open-data',
): Promise<Lock | undefined> {
  const unlock = tryFileLock(connection, subject);
  if (unlock === undefined) return undefined;
  const own = { run: <T>(work: () => Promise<T>) => work(), release: async () => unlock() };
  if (memberOf(connection.sqlite) === undefined) return own;
  const lease = await tryLease(connection, subject).catch((fault) => {
    unlock();
    throw fault;
  });
  if (lease === undefined) return void unlock();
  return { run: lease.run, release: () => lease.release().finally(unlock) };
}

/** Holds a lease until it is released. It lapses by itself if that is impossible. */
async function tryLease(connection: Connection, subject: LeaseSubject): Promise<Lock | undefined> {
  const lease = new Lease(connection, subject);
  if (!(await lease.hold())) return undefined;
  const beating = setInterval(() => void lease.hold().catch(() => undefined), leaseBeatMs);
  return {
    run: (work) => whileGuarded(() => lease.requireHeld(), work),
    async release() {
      clearInterval(beating);
      await lease.release().catch(() => undefined);
    },
  };
}

function busyReason({ db }: Connection, nowMs: number): Reason {
  const building = db.select().from(coverageVersion).where(eq(coverageVersion.state, 'building')).get();
  if (building === undefined) return { code: 'coverage-busy', version: null, secondsAgo: null };
  const secondsAgo = Math.max(0, Math.round((nowMs - building.heartbeatAt) / 1000));
  return { code: 'coverage-busy', version: building.id, secondsAgo };
}
