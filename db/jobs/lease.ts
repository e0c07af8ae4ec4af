import type { Connection } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { lease } from '#db/jobs/schema.ts';
import { isDeadProcess, newProcessIdentity } from '#db/process-identity.ts';

type LeaseSubject = (typeof lease.$inferSelect)['subject'];

/** How often a holder must give a sign of life, and how often others look whether it still does, in milliseconds. */
export const leaseBeatMs = 5000;
/** A holder that gave no sign for this long has lost the lease; whose process is gone, at once. */
const deadAfterMs = 15_000;

/**
 * The right to do what only one process of all that use the database may do. It is held as long as `hold` is called at
 * least every 5 seconds; when the holder dies, the first other that asks takes over, at most 20 seconds later.
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

  /** Takes the lease, or gives a sign of life for it. @returns whether this process holds it now */
  hold(): boolean {
    if (performance.now() - this.#beatAt < leaseBeatMs / 2) return true;
    const take = this.#connection.sqlite.transaction(() => {
      if (!this.#mayTake()) return false;
      const mine = { holder: this.#holder, beatAt: Date.now() };
      this.#connection.db
        .insert(lease)
        .values({ subject: this.#subject, ...mine })
        .onConflictDoUpdate({ target: lease.subject, set: mine })
        .run();
      return true;
    });
    // asked without the write lock first: who may not take it has nothing to write
    const isHeld = this.#mayTake() && take.immediate();
    this.#beatAt = isHeld ? performance.now() : Number.NEGATIVE_INFINITY;
    return isHeld;
  }

  /** Lets another take over at once. */
  release(): void {
    this.#beatAt = Number.NEGATIVE_INFINITY;
    const mine = and(eq(lease.subject, this.#subject), eq(lease.holder, this.#holder));
    this.#connection.db.delete(lease).where(mine).run();
  }

  #mayTake(): boolean {
    const { db } = this.#connection;
    const standing = db.select().from(lease).where(eq(lease.subject, this.#subject)).get();
    if (standing === undefined || standing.holder === this.#holder) return true;
    return isDeadProcess(standing.holder, standing.beatAt, deadAfterMs);
  }
}
