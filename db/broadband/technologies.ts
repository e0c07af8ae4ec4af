import { crc32 } from 'node:zlib';
import type { Connection, Db } from '#db/client.ts';
import { asc, eq, isNull, max } from '#db/drizzle.ts';
import type { Technology } from '#lib/broadband/availability.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { DamageFound } from '#lib/readiness.ts';
import { required } from '#lib/refusal.ts';
import { plainName } from '#lib/same-name.ts';
import { countPublishedOffers } from './freshness.ts';
import { technology, technologySeal } from './schema.ts';

export type TechnologyRow = typeof technology.$inferSelect;

/** What staff record about a technology. `nominalMaxMbps`: megabits per second (N5); `colour` null: the default of its `set_id`. */
export type TechnologyDetails = Pick<TechnologyRow, 'name' | 'nominalMaxMbps' | 'colour'>;

/** A technology in use, with its colour on maps. */
export interface TechnologyInUse extends Technology {
  /** `#rrggbb`; null: the default of its `set_id`. */
  readonly colour: string | null;
}

/** The technologies in use, in the order that staff chose: those that the API, the map and the tiles have. */
export function technologiesInUse({ db }: Pick<Connection, 'db'>): TechnologyInUse[] {
  return db
    .select({
      id: technology.id,
      name: technology.name,
      setId: technology.setId,
      nominalMaxMbps: technology.nominalMaxMbps,
      colour: technology.colour,
    })
    .from(technology)
    .where(isNull(technology.retiredAt))
    .orderBy(asc(technology.position), asc(technology.id))
    .all();
}

/** All technologies, retired ones too. */
export function allTechnologies({ db }: Pick<Connection, 'db'>): Technology[] {
  const { id, name, setId, nominalMaxMbps } = technology;
  return db.select({ id, name, setId, nominalMaxMbps }).from(technology).orderBy(asc(id)).all();
}

/** A technology, retired or not, and how many published offers it has. */
export interface ListedTechnology extends TechnologyRow {
  readonly publishedOffers: number;
}

/** All technologies in the order that staff chose, retired ones last. */
export function listTechnologies({ db }: Pick<Connection, 'db'>): ListedTechnology[] {
  const { ofTechnology } = countPublishedOffers(db);
  const rows = db.select().from(technology).orderBy(asc(technology.position), asc(technology.id)).all();
  const isRetired = (row: TechnologyRow) => Number(row.retiredAt !== null);
  return rows
    .toSorted((a, b) => isRetired(a) - isRetired(b))
    .map((row) => ({ ...row, publishedOffers: ofTechnology.get(row.id) ?? 0 }));
}

export function getTechnology({ db }: Pick<Connection, 'db'>, id: number): TechnologyRow | undefined {
  return db.select().from(technology).where(eq(technology.id, id)).get();
}

/** Adds a technology at the end of the order. @param setId the next number when left out */
export function insertTechnology(
  db: Db,
  { setId, ...details }: TechnologyDetails & { setId?: number | undefined },
): TechnologyRow {
  const last =
    db
      .select({ setId: max(technology.setId) })
      .from(technology)
      .get()?.setId ?? 0;
  return db
    .insert(technology)
    .values({ ...details, setId: setId ?? last + 1, position: endOfOrder(db) })
    .returning()
    .get();
}

export function updateTechnology(db: Db, id: number, changed: Partial<TechnologyRow>): void {
  db.update(technology).set(changed).where(eq(technology.id, id)).run();
}

/** The position after that of every technology. */
export function endOfOrder(db: Db): number {
  return (
    (db
      .select({ last: max(technology.position) })
      .from(technology)
      .get()?.last ?? 0) + 1
  );
}

/** The technology with this tile layer number, retired or not. */
export function getTechnologyBySetId(db: Db, setId: number): TechnologyRow | undefined {
  return db.select().from(technology).where(eq(technology.setId, setId)).get();
}

/** The technology of this name, retired or not; case does not matter. */
export function getTechnologyByName(db: Db, name: string): TechnologyRow | undefined {
  const folded = foldName(name);
  return db
    .select()
    .from(technology)
    .all()
    .find((row) => foldName(row.name) === folded);
}

/** The technology, other than one, whose name looks the same (`plainName`). */
export function getTechnologyLike(db: Db, name: string, exceptId: number | undefined): TechnologyRow | undefined {
  const plain = plainName(name);
  const rows = db.select().from(technology).all();
  return rows.find((row) => row.id !== exceptId && plainName(row.name) === plain);
}

/** @throws Refusal when no technology has this name */
export function requireTechnologyByName(db: Db, name: string): TechnologyRow {
  return required(getTechnologyByName(db, name), { code: 'no-such-technology', name });
}

/** Records the checksum of the technologies in use. Call it in the transaction that changes them. */
export function sealTechnologies(db: Db): void {
  const checksum = checksumOf(technologiesInUse({ db }));
  db.insert(technologySeal)
    .values({ id: 1, checksum })
    .onConflictDoUpdate({ target: technologySeal.id, set: { checksum } })
    .run();
}

/** Gives a database of before there was a checksum its first. */
export function sealTechnologiesOnce(db: Db): void {
  if (getChecksum(db) === undefined) sealTechnologies(db);
}

/** The technologies in use. @throws DamageFound when they do not have their checksum */
export function checkedTechnologies({ db }: Pick<Connection, 'db'>): TechnologyInUse[] {
  const technologies = technologiesInUse({ db });
  const expected = getChecksum(db);
  if (expected === undefined || checksumOf(technologies) === expected) return technologies;
  throw new DamageFound({ code: 'technologies-damaged' });
}

function getChecksum(db: Db): number | undefined {
  return db.select({ checksum: technologySeal.checksum }).from(technologySeal).get()?.checksum;
}

function checksumOf(technologies: readonly TechnologyInUse[]): number {
  return crc32(JSON.stringify(technologies));
}
