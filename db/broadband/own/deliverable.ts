import { provider, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { asc, eq, isNull } from '#db/drizzle.ts';

/** The names of the technologies that a provider's people may deliver: all in use, unless staff chose some of them. */
export function deliverableTechnologies(db: Db, providerId: number): string[] {
  const chosen = chosenTechnologies(db, providerId);
  return db
    .select({ id: technology.id, name: technology.name })
    .from(technology)
    .where(isNull(technology.retiredAt))
    .orderBy(asc(technology.position))
    .all()
    .filter(({ id }) => chosen === null || chosen.includes(id))
    .map(({ name }) => name);
}

/** The technologies that staff chose for a provider, by number; null for all. */
export function chosenTechnologies(db: Db, providerId: number): readonly number[] | null {
  const found = db.select({ chosen: provider.delivers }).from(provider).where(eq(provider.id, providerId)).get();
  return found?.chosen ?? null;
}

/** @param chosen null for all technologies, also those that are added later */
export function setChosenTechnologies(db: Db, providerId: number, chosen: readonly number[] | null): void {
  db.update(provider).set({ delivers: chosen }).where(eq(provider.id, providerId)).run();
}
