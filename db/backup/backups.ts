import type { Connection, Db } from '#db/client.ts';
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, ne } from '#db/drizzle.ts';
import { commandLine } from '#lib/audit/authors.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { backup } from './schema.ts';

export type Backup = typeof backup.$inferSelect;

/** How long the records of backups are kept, in milliseconds. */
const keptMs = 90 * 86_400_000;

/** Records a backup that was made or has failed, and forgets old records. @returns its number */
export function insertBackup(db: Db, row: Omit<typeof backup.$inferInsert, 'id'>): number {
  db.delete(backup)
    .where(lt(backup.endedAt, row.endedAt - keptMs))
    .run();
  return db.insert(backup).values(row).returning({ id: backup.id }).get().id;
}

/** Those made for the folder of backups, on schedule or by staff; those that a command wrote elsewhere are left out. */
const isInFolder = and(isNull(backup.fault), ne(backup.madeBy, commandLine));

/** The backup with the newest state, of all or of those in the folder of backups; undefined when none was made. */
export function getLastBackup({ db }: Pick<Connection, 'db'>, of: 'all' | 'folder'): Backup | undefined {
  const isAsked = of === 'all' ? isNull(backup.fault) : isInFolder;
  return db.select().from(backup).where(isAsked).orderBy(desc(backup.madeAt)).limit(1).get();
}

/** The full backup with the newest state in the folder of backups. */
export function getLastFull({ db }: Pick<Connection, 'db'>): Backup | undefined {
  const isFull = and(isInFolder, eq(backup.kind, 'full'));
  return db.select().from(backup).where(isFull).orderBy(desc(backup.madeAt)).limit(1).get();
}

/** The backup with the newest state that has arrived at the standby. */
export function getLastSent({ db }: Pick<Connection, 'db'>): Backup | undefined {
  return db.select().from(backup).where(isNotNull(backup.sentAt)).orderBy(desc(backup.madeAt)).limit(1).get();
}

/** The last full backup and the increments after it that have not arrived at the standby, oldest first. */
export function listUnsent({ db }: Pick<Connection, 'db'>): Backup[] {
  const since = getLastFull({ db })?.madeAt;
  if (since == null) return [];
  const isUnsent = and(isInFolder, isNull(backup.sentAt), gte(backup.madeAt, since));
  return db.select().from(backup).where(isUnsent).orderBy(asc(backup.madeAt)).all();
}

export function markSent(db: Db, id: number, sentAt: EpochMs): void {
  db.update(backup).set({ sentAt }).where(eq(backup.id, id)).run();
}
