import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, eq, inArray } from '#db/drizzle.ts';
import { job, upload } from '#db/jobs/schema.ts';
import type { JobQueue } from '#lib/jobs/kinds.ts';
import { Refusal } from '#lib/refusal.ts';

export type Upload = typeof upload.$inferSelect;

/** A file that somebody is about to upload. */
export interface NewUpload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly queue: JobQueue;
  readonly staffId: number;
}

/** Notes that a file is going to be uploaded. */
export function addUpload(db: Db, given: NewUpload, { actor, nowMs }: Authorship): void {
  db.insert(upload)
    .values({ ...given, createdAt: nowMs })
    .run();
  const { name, bytes, queue } = given;
  recordChange(db, { actor, action: 'upload.add', subject: name, before: null, after: { bytes, for: queue } }, nowMs);
}

export function getUpload({ db }: Pick<Connection, 'db'>, id: string): Upload | undefined {
  return db.select().from(upload).where(eq(upload.id, id)).get();
}

/** Every upload there is. */
export function listUploads({ db }: Connection): Upload[] {
  return db.select().from(upload).all();
}

/** Notes what the whole of an upload amounts to, once it was read. */
export function setUploadDigest(db: Db, id: string, sha256: string): void {
  db.update(upload).set({ sha256 }).where(eq(upload.id, id)).run();
}

/** Whether work that waits or runs is still to read this upload. */
export function isUploadNeeded({ db }: Pick<Connection, 'db'>, id: string): boolean {
  const unfinished = and(eq(job.uploadId, id), inArray(job.state, ['waiting', 'running']));
  return db.select({ id: job.id }).from(job).where(unfinished).limit(1).get() !== undefined;
}

/**
 * Forgets an upload at somebody's wish.
 *
 * @throws Refusal while work is to read it
 */
export function giveUpUpload(db: Db, given: Upload, by: Authorship): void {
  if (isUploadNeeded({ db }, given.id)) throw new Refusal('Work is being done with this file: cancel that first.');
  removeUpload(db, given, by);
}

/** Forgets an upload. Removing it is recorded when `by` somebody; what lapses by itself is not. */
export function removeUpload(db: Db, { id, name, bytes, queue }: Upload, by?: Authorship): void {
  db.delete(upload).where(eq(upload.id, id)).run();
  if (by === undefined) return;
  const { actor, nowMs } = by;
  recordChange(
    db,
    { actor, action: 'upload.remove', subject: name, before: { bytes, for: queue }, after: null },
    nowMs,
  );
}
