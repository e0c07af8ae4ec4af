import type { Connection } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { lease } from '#db/jobs/schema.ts';
import { isDeadProcess, newProcessIdentity } from '#db/process-identity.ts';
import { sharedNow } from '#lib/clock.ts';

export type LeaseSubject = (typeof lease.$inferSelect)['subject'];

/** How often the holder of a lease must renew it, and others try to acquire it, in milliseconds. */
export const leaseBeatMs = 5000;
/** A lease expires this long after it was last renewed, or when the process of its holder no longer exists. */
const deadAfterMs = 15_000;

/**
 * The right to do what only one of the processes that use the database may do. A process has it while it calls `hold` at
 * least every 5 seconds. When it dies, the first process that asks takes over, at most 20 seconds later.
 */
export class Lease {
  readonly #connection: Connection;
  readonly #subject: LeaseSubject;
  readonly #holder = newProcessIdentity();
  #beatAt = Number.NEGATIVE_INFINITY;

  constructor(connection: Connection, subject: LeaseSubject) {
    this.#connection = connection;
    this.#subject = subject;
  }

  /** Acquires the lease or renews it. @returns whether this process has it now */
  hold(): boolean {
    if (performance.now() - this.#beatAt < leaseBeatMs / 2) return true;
    const take = this.#connection.sqlite.transaction(() => {
      if (!this.mayHold()) return false;
      const mine = { holder: this.#holder, beatAt: sharedNow() };
      this.#connection.db
        .insert(lease)
        .values({ subject: this.#subject, ...mine })
        .onConflictDoUpdate({ target: lease.subject, set: mine })
        .run();
      return true;
    });
    // asked without the write lock first: most processes never get the lease
    const isHeld = this.mayHold() && take.immediate();
    this.#beatAt = isHeld ? performance.now() : Number.NEGATIVE_INFINITY;
    return isHeld;
  }

  /** Lets another process take over immediately. */
  release(): void {
    this.#beatAt = Number.NEGATIVE_INFINITY;
    const mine = and(eq(lease.subject, this.#subject), eq(lease.holder, this.#holder));
    this.#connection.db.delete(lease).where(mine).run();
  }

  /** Whether no other living process has the lease; asked without the write lock. */
  mayHold(): boolean {
    const { db } = this.#connection;
    const current = db.select().from(lease).where(eq(lease.subject, this.#subject)).get();
    if (current === undefined || current.holder === this.#holder) return true;
    return isDeadProcess(current.holder, current.beatAt, deadAfterMs);
  }
}
