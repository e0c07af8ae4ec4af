import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, inArray } from '#db/drizzle.ts';
import { hasParameter, type Job } from '#db/jobs/jobs.ts';
import { job } from '#db/jobs/schema.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { registerDelivery } from './schema.ts';

export type Delivery = typeof registerDelivery.$inferSelect;

type Reader = Pick<Connection, 'db'>;

/** A file in the watched folder: its name, and when it was last written. */
export interface DeliveredFile {
  readonly name: string;
  readonly modifiedAt: EpochMs;
}

/** The last delivery of a file of this name and time. */
export function findDelivery({ db }: Reader, { name, modifiedAt }: DeliveredFile): Delivery | undefined {
  return db
    .select()
    .from(registerDelivery)
    .where(and(eq(registerDelivery.name, name), eq(registerDelivery.modifiedAt, modifiedAt)))
    .orderBy(desc(registerDelivery.id))
    .limit(1)
    .get();
}

/** Whether a file of the watched folder is being imported, or was refused and is still to be moved. */
export function isAnyDeliveryOpen({ db }: Reader): boolean {
  const { id, state } = registerDelivery;
  const isOpen = inArray(state, ['taken', 'refused']);
  return db.select({ id }).from(registerDelivery).where(isOpen).limit(1).get() !== undefined;
}

export function getDelivery({ db }: Reader, id: number): Delivery | undefined {
  return db.select().from(registerDelivery).where(eq(registerDelivery.id, id)).get();
}

/** Records that the import of a file has been asked for. @returns the delivery's number */
export function insertDelivery(db: Db, file: DeliveredFile, nowMs: EpochMs): number {
  const { id } = db
    .insert(registerDelivery)
    .values({ ...file, sha256: '', state: 'taken', takenAt: nowMs })
    .returning({ id: registerDelivery.id })
    .get();
  return id;
}

/**
 * Ends a delivery that has not ended.
 *
 * @returns false when it had ended; then the caller must not handle it a second time
 */
export function endDelivery(
  db: Db,
  id: number,
  end: Pick<Delivery, 'outcome'> & { state: 'imported' | 'known' | 'refused'; runId?: number },
  nowMs: EpochMs,
): boolean {
  const isOpen = and(eq(registerDelivery.id, id), eq(registerDelivery.state, 'taken'));
  const ended = db
    .update(registerDelivery)
    .set({ ...end, endedAt: nowMs })
    .where(isOpen)
    .run();
  return ended.changes === 1;
}

/** Deletes a delivery, so that its file may be delivered again. */
export function deleteDelivery(db: Db, id: number): void {
  db.delete(registerDelivery).where(eq(registerDelivery.id, id)).run();
}

/** Records the digest of a delivery's bytes. */
export function setDeliveryDigest(db: Db, id: number, sha256: string): void {
  db.update(registerDelivery).set({ sha256 }).where(eq(registerDelivery.id, id)).run();
}

/** The job that imports a delivery. */
export function getDeliveryJob({ db }: Reader, delivery: number): Job | undefined {
  return db
    .select()
    .from(job)
    .where(and(eq(job.kind, 'register delivery'), hasParameter('delivery', delivery)))
    .orderBy(desc(job.id))
    .limit(1)
    .get();
}
