import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { countPublishedOffers } from '#db/broadband/published-offers.ts';
import { technology } from '#db/broadband/schema.ts';
import {
  getTechnology,
  getTechnologyByName,
  type TechnologyRow,
  technologiesInUse,
} from '#db/broadband/technologies.ts';
import type { Db } from '#db/client.ts';
import { eq, max } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';

/** What staff say about a technology. `colour` null: the default of its `set_id`. */
export interface TechnologyDetails {
  readonly name: string;
  /** Megabits per second; see N5. */
  readonly nominalMaxMbps: number;
  readonly colour: string | null;
}

/**
 * Adds a technology at the end of the order; answers hold it from then on. @returns its id
 *
 * @param setId the number of its tile layer; the next one when left out
 * @throws Refusal of a field when the name or the number was ever given out
 */
export function addTechnology(
  db: Db,
  { setId: asked, ...details }: TechnologyDetails & { readonly setId?: number },
  { actor, nowMs }: Authorship,
): number {
  requireFreeName(db, details.name);
  const last = db
    .select({ setId: max(technology.setId), position: max(technology.position) })
    .from(technology)
    .get();
  const setId = asked ?? (last?.setId ?? 0) + 1;
  requireFreeSetId(db, setId);
  const { id } = db
    .insert(technology)
    .values({ ...details, setId, position: (last?.position ?? 0) + 1 })
    .returning({ id: technology.id })
    .get();
  bumpGeneration(db, 'technologies', nowMs);
  const after = { ...details, setId };
  recordChange(db, { actor, action: 'technology.add', subject: details.name, before: null, after }, nowMs);
  return id;
}

/**
 * Changes what is said about a technology; what is left out stays. Its `set_id` never changes.
 *
 * @throws Refusal when there is none, or another one has the name
 */
export function changeTechnology(
  db: Db,
  id: number,
  changed: Partial<TechnologyDetails>,
  { actor, nowMs }: Authorship,
): void {
  const standing = requireTechnology(db, id);
  const { name, nominalMaxMbps, colour } = standing;
  const before = { name, nominalMaxMbps, colour };
  const after = { ...before, ...changed };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  requireFreeName(db, after.name, id);
  db.update(technology).set(after).where(eq(technology.id, id)).run();
  bumpGeneration(db, 'technologies', nowMs);
  recordChange(db, { actor, action: 'technology.change', subject: name, before, after }, nowMs);
}

/**
 * Puts the technologies in use into this order.
 *
 * @param ids each of them, once
 * @throws Refusal when one is missing, given twice, or not in use
 */
export function reorderTechnologies(db: Db, ids: readonly number[], { actor, nowMs }: Authorship): void {
  const standing = technologiesInUse({ db });
  const inOrder = ids.flatMap((id) => standing.filter((row) => row.id === id));
  if (inOrder.length !== ids.length || new Set(ids).size !== standing.length || ids.length !== standing.length) {
    const names = standing.map(({ name }) => name).join(', ');
    throw new Refusal(`The order must name each technology in use once: ${names}.`);
  }
  const [before, after] = [standing, inOrder].map((rows) => rows.map(({ name }) => name));
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  inOrder.forEach(({ id }, place) => {
    db.update(technology)
      .set({ position: place + 1 })
      .where(eq(technology.id, id))
      .run();
  });
  bumpGeneration(db, 'technologies', nowMs);
  recordChange(db, { actor, action: 'technology.reorder', subject: 'technologies', before, after }, nowMs);
}

/** Moves a technology in use one place towards the beginning or the end of the order; at its end nothing happens. */
export function moveTechnology(db: Db, id: number, direction: 'up' | 'down', by: Authorship): void {
  const ids = technologiesInUse({ db }).map((row) => row.id);
  const from = ids.indexOf(id);
  const to = from + (direction === 'up' ? -1 : 1);
  if (from === -1) throw new Refusal('There is no such technology in use.');
  if (to < 0 || to >= ids.length) return;
  reorderTechnologies(db, ids.toSpliced(from, 1).toSpliced(to, 0, id), by);
}

/**
 * Takes a technology out of every answer. Its name and `set_id` are never given out again.
 *
 * @throws Refusal while published offers use it
 */
export function retireTechnology(db: Db, id: number, { actor, nowMs }: Authorship): void {
  const { name, retiredAt } = requireTechnology(db, id);
  if (retiredAt !== null) return;
  const offers = countPublishedOffers(db).ofTechnology.get(id) ?? 0;
  if (offers > 0) {
    const used = offers === 1 ? '1 published offer uses' : `${offers} published offers use`;
    throw new Refusal(`${used} ${name}: retire its layers and publish that first.`);
  }
  db.update(technology).set({ retiredAt: nowMs }).where(eq(technology.id, id)).run();
  bumpGeneration(db, 'technologies', nowMs);
  recordChange(db, { actor, action: 'technology.retire', subject: name, before: { name }, after: null }, nowMs);
}

/** Brings a retired technology back into every answer, at the end of the order. */
export function reviveTechnology(db: Db, id: number, { actor, nowMs }: Authorship): void {
  const { name, retiredAt } = requireTechnology(db, id);
  if (retiredAt === null) return;
  const last = db
    .select({ position: max(technology.position) })
    .from(technology)
    .get();
  db.update(technology)
    .set({ retiredAt: null, position: (last?.position ?? 0) + 1 })
    .where(eq(technology.id, id))
    .run();
  bumpGeneration(db, 'technologies', nowMs);
  recordChange(db, { actor, action: 'technology.revive', subject: name, before: null, after: { name } }, nowMs);
}

/** @throws Refusal when there is no such technology */
function requireTechnology(db: Db, id: number): TechnologyRow {
  const found = getTechnology({ db }, id);
  if (found === undefined) throw new Refusal('There is no such technology.');
  return found;
}

function requireFreeName(db: Db, name: string, ownId?: number): void {
  const holder = getTechnologyByName(db, name);
  if (holder === undefined || holder.id === ownId) return;
  const retired = holder.retiredAt === null ? '' : ', which is retired: bring it back instead';
  throw refusalAt('name', `There is a technology called ${holder.name} already${retired}.`);
}

function requireFreeSetId(db: Db, setId: number): void {
  const holder = db.select().from(technology).where(eq(technology.setId, setId)).get();
  if (holder === undefined) return;
  throw refusalAt('setId', `The number ${setId} is that of ${holder.name}; it is never given out twice.`);
}
