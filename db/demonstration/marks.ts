import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { demonstration } from './schema.ts';

type Kind = 'domain' | 'listed name' | 'registrar' | 'user' | 'layer';

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
