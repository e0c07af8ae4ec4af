import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, sql } from '#db/drizzle.ts';
import type { Job } from '#db/jobs/jobs.ts';
import { job } from '#db/jobs/schema.ts';
import { registerDelivery, registerRun } from '#db/registry/schema.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

export type Delivery = typeof registerDelivery.$inferSelect;

/** A file as it stands in the watched folder: its name, and when it was last written, epoch milliseconds. */
export interface DeliveredFile {
  readonly name: string;
  readonly modifiedAt: EpochMs;
}

/** What is known of a file: the last delivery of this name and time. */
export function findDelivery(
  { db }: Pick<Connection, 'db'>,
  { name, modifiedAt }: DeliveredFile,
): Delivery | undefined {
  return db
    .select()
    .from(registerDelivery)
    .where(and(eq(registerDelivery.name, name), eq(registerDelivery.modifiedAt, modifiedAt)))
    .orderBy(desc(registerDelivery.id))
    .limit(1)
    .get();
}

export function getDelivery({ db }: Pick<Connection, 'db'>, id: number): Delivery | undefined {
  return db.select().from(registerDelivery).where(eq(registerDelivery.id, id)).get();
}

/** Notes that a file has come and its import begins. @returns the delivery's number */
export function takeDelivery(db: Db, file: DeliveredFile, nowMs: EpochMs): number {
  const { id } = db
    .insert(registerDelivery)
    .values({ ...file, sha256: '', state: 'taken', takenAt: nowMs })
    .returning({ id: registerDelivery.id })
    .get();
  return id;
}

/**
 * Ends a delivery that has not ended yet.
 *
 * @returns false when it had: what was about to be done must then not be done a second time
 */
export function endDelivery(
  db: Db,
  id: number,
  end: Partial<Pick<Delivery, 'runId' | 'sha256'>> &
    Pick<Delivery, 'report'> & { state: 'imported' | 'known' | 'refused' },
  nowMs: EpochMs,
): boolean {
  const isOpen = and(eq(registerDelivery.id, id), eq(registerDelivery.state, 'taken'));
  return (
    db
      .update(registerDelivery)
      .set({ ...end, endedAt: nowMs })
      .where(isOpen)
      .run().changes === 1
  );
}

/** Forgets a delivery, so that its file may come again. */
export function forgetDelivery(db: Db, id: number): void {
  db.delete(registerDelivery).where(eq(registerDelivery.id, id)).run();
}

/** Notes the digest of a delivery's bytes. */
export function setDeliveryDigest(db: Db, id: number, sha256: string): void {
  db.update(registerDelivery).set({ sha256 }).where(eq(registerDelivery.id, id)).run();
}

/** The long work that imports a delivery. */
export function getDeliveryJob({ db }: Connection, delivery: number): Job | undefined {
  return db
    .select()
    .from(job)
    .where(and(eq(job.kind, 'register delivery'), sql`json_extract(${job.parameters}, '$.delivery') = ${delivery}`))
    .orderBy(desc(job.id))
    .limit(1)
    .get();
}

/**
 * The import that stands last, when it was of these very bytes and said something. The same file sent again is no
 * second witness that a name is gone, and makes the register no younger.
 */
export function lastImportOf({ db }: Connection, sha256: string, kind: 'merge' | 'replace') {
  const last = db
    .select()
    .from(registerRun)
    .where(eq(registerRun.state, 'published'))
    .orderBy(desc(registerRun.id))
    .limit(1)
    .get();
  if (last === undefined || last.kind !== kind || last.sha256 !== sha256) return undefined;
  const { missing = 0, removed = 0, left = 0, ...listed } = last.counts;
  return Object.values(listed).some((count) => count > 0) ? last : undefined;
}
