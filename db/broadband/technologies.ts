import { technology } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { asc, eq, isNull } from '#db/drizzle.ts';
import type { Technology } from '#lib/broadband/availability.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { Refusal } from '#lib/refusal.ts';
import { countPublishedOffers } from './published-offers.ts';

export type TechnologyRow = typeof technology.$inferSelect;

/** A technology in use, with what maps need of it. */
export interface TechnologyInUse extends Technology {
  /** `#rrggbb`; null: the default of its `set_id`. */
  readonly colour: string | null;
}

/** The technologies in use, in the order that staff gave them: what the API, the map and the tiles know. */
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

/** A technology, retired or not, and how many offers of the published version use it. */
export interface ListedTechnology extends TechnologyRow {
  readonly publishedOffers: number;
}

/** Every technology there ever was, in the order that staff gave them, the retired ones last. */
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

/** The technology of that name, retired or not, whatever its case. */
export function getTechnologyByName(db: Db, name: string): TechnologyRow | undefined {
  const folded = foldName(name);
  return db
    .select()
    .from(technology)
    .all()
    .find((row) => foldName(row.name) === folded);
}

/** @throws Refusal when there is none of that name */
export function requireTechnologyByName(db: Db, name: string): TechnologyRow {
  const found = getTechnologyByName(db, name);
  if (found === undefined) throw new Refusal(`There is no technology called ${name}.`);
  return found;
}
