import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Connection, Db } from '#db/client.ts';
import { baseMap } from './schema.ts';

export type StoredBaseMap = typeof baseMap.$inferSelect;

/** The street map that was imported; undefined without one. */
export function getBaseMap({ db }: Pick<Connection, 'db'>): StoredBaseMap | undefined {
  return db.select().from(baseMap).get();
}

/** Whether the database has the table of street maps, which the first releases did not have. */
export function hasBaseMaps({ sqlite }: Pick<Connection, 'sqlite'>): boolean {
  return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'base_map'").get() !== undefined;
}

/** Records a street map in place of the one before. @returns the number of its file, which no other file had */
export function putBaseMap(db: Db, row: Omit<StoredBaseMap, 'number'>): number {
  db.delete(baseMap).run();
  return db.insert(baseMap).values(row).returning({ number: baseMap.number }).get().number;
}

export function deleteBaseMap(db: Db): void {
  db.delete(baseMap).run();
}

/** The file of a street map, beside the database. */
export function baseMapFile(databaseFile: string, number: number | string): string {
  return `${databaseFile}.base-map-${number}`;
}

/** Removes the files of all other street maps, also unfinished ones. */
export function removeOtherBaseMaps(databaseFile: string, number: number | undefined): void {
  const folder = dirname(databaseFile);
  const start = basename(baseMapFile(databaseFile, ''));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(start) && name !== `${start}${number}`) rmSync(join(folder, name), { force: true });
  }
}
