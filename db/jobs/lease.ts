import type { Connection, Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { lease } from '#db/jobs/schema.ts';
import { isDeadProcess, newProcessIdentity } from '#db/process-identity.ts';
import { transact } from '#db/transaction.ts';
import { type Clock, sharedNow } from '#lib/clock.ts';
import { Refusal } from '#lib/refusal.ts';

export type LeaseSubject = (typeof lease.$inferSelect)['subject'];

/** How often the holder of a lease must renew it, and others try to acquire it, in milliseconds. */
export const leaseBeatMs = 5000;
/** A holder that asks more often need not renew it each time. */
const renewAfterMs = 4000;
/** A lease expires this long after it was last renewed, or when the process of its holder no longer exists. */
const deadAfterMs = 15_000;

/**
 * The right to do what only one of the processes that use the database may do. A process has it while it calls `hold` at
 * least every 5 seconds. When it dies, the first process that asks takes over, at most 20 seconds later.
 */
export class Lease {
  readonly #connection: Connection;
  readonly #subject: LeaseSubject;
  readonly #clock: Clock;
  readonly #holder = newProcessIdentity();
  #beatAt = Number.NEGATIVE_INFINITY;

  /** @param clock the one that all processes share */
  constructor(connection: Connection, subject: LeaseSubject, clock: Clock = sharedNow) {
    this.#connection = connection;
    this.#subject = subject;
    this.#clock = clock;
  }

  /** Acquires the lease or renews it. @returns whether this process has it now */
  async hold(): Promise<boolean> {
    if (performance.now() - this.#beatAt < renewAfterMs) return true;
    this.#beatAt = Number.NEGATIVE_INFINITY;
    // asked without the write lock first: most processes never get the lease
    if (!this.mayHold()) return false;
    const askedAt = performance.now();
    const isHeld = await transact(this.#connection, (db) => this.#take(db));
    if (isHeld) this.#beatAt = askedAt;
    return isHeld;
  }

  #take(db: Db): boolean {
    if (!this.mayHold()) return false;
    const mine = { holder: this.#holder, beatAt: this.#clock() };
    db.insert(lease)
      .values({ subject: this.#subject, ...mine })
      .onConflictDoUpdate({ target: lease.subject, set: mine })
      .run();
    return true;
  }

  /**
   * Refuses what a process writes that was suspended until another took over. Call it in each transaction of what the
   * lease is for.
   *
   * @throws Refusal unless this process still has the lease
   */
  requireHeld(): void {
    if (this.#current()?.holder === this.#holder) return;
    this.#beatAt = Number.NEGATIVE_INFINITY;
    throw new Refusal({ code: 'lease-lost', subject: this.#subject });
  }

  /** Lets another process take over immediately. */
  async release(): Promise<void> {
    this.#beatAt = Number.NEGATIVE_INFINITY;
    const mine = and(eq(lease.subject, this.#subject), eq(lease.holder, this.#holder));
    if (this.#current()?.holder === this.#holder)
      await transact(this.#connection, (db) => db.delete(lease).where(mine).run());
  }

  /** Whether no other living process has the lease; asked without the write lock. */
  mayHold(): boolean {
    const current = this.#current();
    if (current === undefined || current.holder === this.#holder) return true;
    return isDeadProcess(current.holder, current.beatAt, deadAfterMs, this.#clock());
  }

  #current() {
    return this.#connection.db.select().from(lease).where(eq(lease.subject, this.#subject)).get();
  }
}
