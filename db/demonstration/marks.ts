import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray } from '#db/drizzle.ts';
import { domain, listedName } from '#db/registry/schema.ts';
import type { DemonstrationDomain, DemonstrationListedName } from '#lib/demonstration/domains.ts';
import { demonstration } from './schema.ts';

type Kind = 'domain' | 'listed name' | 'registrar' | 'user' | 'layer' | 'area set';

/** Whether the database has demonstration data. */
export function hasDemonstration({ db }: Connection): boolean {
  return db.select().from(demonstration).limit(1).get() !== undefined;
}

/** Marks rows as demonstration data, by name or id. */
export function mark(db: Db, kind: Kind, references: readonly (string | number)[]): void {
  if (references.length === 0) return;
  const rows = references.map((reference) => ({ kind, reference: String(reference) }));
  db.insert(demonstration).values(rows).onConflictDoNothing().run();
}

/** The names or ids of the rows that are marked. */
export function marked(db: Db, kind: Kind): string[] {
  return db
    .select({ reference: demonstration.reference })
    .from(demonstration)
    .where(eq(demonstration.kind, kind))
    .all()
    .map(({ reference }) => reference);
}

export function deleteMarks(db: Db): void {
  db.delete(demonstration).run();
}

/** Those of these names that have a state in the register. */
export function namesWithStates(db: Db, names: readonly string[]): Set<string> {
  const rows = db
    .selectDistinct({ name: domain.name })
    .from(domain)
    .where(inArray(domain.name, [...names]))
    .all();
  return new Set(rows.map(({ name }) => name));
}

export function insertDomains(db: Db, domains: readonly DemonstrationDomain[], revision: number): void {
  if (domains.length === 0) return;
  db.insert(domain)
    .values(domains.map((state) => ({ ...state, revision })))
    .run();
}

/** The states of a name, oldest first. */
export function statesOf(db: Db, name: string) {
  return db
    .select({
      revision: domain.revision,
      registered: domain.registered,
      cancelled: domain.cancelled,
      freeAt: domain.freeAt,
    })
    .from(domain)
    .where(eq(domain.name, name))
    .orderBy(asc(domain.revision))
    .all();
}

export function deleteState(db: Db, name: string, revision: number): void {
  db.delete(domain)
    .where(and(eq(domain.name, name), eq(domain.revision, revision)))
    .run();
}

/** @returns whether the name was on no list before */
export function insertListedName(db: Db, listed: DemonstrationListedName, reason: string): boolean {
  const values = { ...listed, reason };
  return db.insert(listedName).values(values).onConflictDoNothing().run().changes > 0;
}
