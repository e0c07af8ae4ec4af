import type { Connection, Db } from '#db/client.ts';
import { asc, eq, sql } from '#db/drizzle.ts';
import { slugOf } from '#lib/statistics/slug.ts';
import { area, areaSet } from './schema.ts';

export type AreaSet = typeof areaSet.$inferSelect;

/** The sets, by name. */
export function listAreaSets({ db }: Pick<Connection, 'db'>): AreaSet[] {
  return db.select().from(areaSet).orderBy(asc(areaSet.name)).all();
}

export function getAreaSet({ db }: Pick<Connection, 'db'>, name: string): AreaSet | undefined {
  return db.select().from(areaSet).where(eq(areaSet.name, name)).get();
}

export type NewAreaSet = Omit<AreaSet, 'id' | 'slug' | 'revision'>;

export interface NewArea {
  readonly name: string;
  readonly slug: string;
  /** One after the other, see `writePart`. */
  readonly parts: Uint8Array;
  readonly outline: string;
}

/** Stores a set in place of the one of its name. Figures that were made of that stay. Call it in a transaction. */
export function putAreaSet(db: Db, set: NewAreaSet, areas: readonly NewArea[]): AreaSet {
  const others = listAreaSets({ db }).filter(({ name }) => name !== set.name);
  const slug = slugOf(set.name, new Set(others.map((other) => other.slug)));
  const stored = db
    .insert(areaSet)
    .values({ ...set, slug, revision: 1 })
    .onConflictDoUpdate({ target: areaSet.name, set: { ...set, revision: sql`${areaSet.revision} + 1` } })
    .returning()
    .get();
  db.delete(area).where(eq(area.setId, stored.id)).run();
  for (const [place, { parts, ...named }] of areas.entries()) {
    const body = Buffer.from(parts.buffer, parts.byteOffset, parts.byteLength);
    db.insert(area)
      .values({ setId: stored.id, number: place + 1, ...named, parts: body })
      .run();
  }
  return stored;
}

/** Removes a set and all figures of it. */
export function deleteAreaSet(db: Db, id: number): void {
  db.delete(areaSet).where(eq(areaSet.id, id)).run();
}

export type StoredArea = typeof area.$inferSelect;

/** The areas of a set by number, from 1. */
export function areasOf({ db }: Pick<Connection, 'db'>, setId: number): StoredArea[] {
  return db.select().from(area).where(eq(area.setId, setId)).orderBy(asc(area.number)).all();
}

/** The outlines of a set by slug. */
export function outlinesOf({ db }: Pick<Connection, 'db'>, setId: number): ReadonlyMap<string, string> {
  const rows = db.select({ slug: area.slug, outline: area.outline }).from(area).where(eq(area.setId, setId)).all();
  return new Map(rows.map(({ slug, outline }) => [slug, outline]));
}
