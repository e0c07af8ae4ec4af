import type { Connection, Db } from '#db/client.ts';
import { and, eq, inArray } from '#db/drizzle.ts';
import { job, upload } from '#db/jobs/schema.ts';
import { ownNode } from '#db/process-identity.ts';
import type { JobQueue } from '#lib/jobs/kinds.ts';

export type Upload = typeof upload.$inferSelect;

/** Adds the row of a file that is about to be uploaded to this node. */
export function insertUpload(db: Db, given: Omit<Upload, 'node'> & { readonly queue: JobQueue }): void {
  db.insert(upload)
    .values({ ...given, node: ownNode() })
    .run();
}

export function getUpload({ db }: Pick<Connection, 'db'>, id: string): Upload | undefined {
  return db.select().from(upload).where(eq(upload.id, id)).get();
}

/** The uploads of a member of staff that have not been removed. */
export function listUploadsOf({ db }: Pick<Connection, 'db'>, staffId: number): Upload[] {
  return db.select().from(upload).where(eq(upload.staffId, staffId)).all();
}

export function listUploads({ db }: Connection): Upload[] {
  return db.select().from(upload).all();
}

/** Whether an unfinished job reads this upload. */
export function isUploadNeeded({ db }: Pick<Connection, 'db'>, id: string): boolean {
  const unfinished = and(eq(job.uploadId, id), inArray(job.state, ['waiting', 'running']));
  return db.select({ id: job.id }).from(job).where(unfinished).limit(1).get() !== undefined;
}

/** Whether the file of an upload is on another node of the cluster. */
export function isElsewhere({ node }: Pick<Upload, 'node'>): boolean {
  return node !== null && node !== ownNode();
}

/** Removes the row of an upload; its file is removed separately. */
export function deleteUpload(db: Db, id: string): void {
  db.delete(upload).where(eq(upload.id, id)).run();
}
