import { z } from 'zod';
import { noteChange } from '#db/audit/last-changes.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { countPublishedOffers } from '#db/broadband/freshness.ts';
import {
  endOfOrder,
  getTechnology,
  getTechnologyByName,
  getTechnologyBySetId,
  getTechnologyLike,
  insertTechnology,
  sealTechnologies,
  type TechnologyRow,
  technologiesInUse,
  updateTechnology,
} from '#db/broadband/technologies.ts';
import type { Db } from '#db/client.ts';
import { bumpGeneration } from '#db/generation.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { requiredLine, rowId } from '#lib/fields.ts';
import { type Fault, faultAt, Refusal, required } from '#lib/refusal.ts';

/** The highest number of a tile layer: tile addresses have room for nine digits. */
export const highestSetId = 999_999_999;

const isSetId = (given: unknown) =>
  given === undefined || (Number.isSafeInteger(given) && Number(given) >= 1 && Number(given) <= highestSetId);
const isColour = (given: unknown) => given === null || (typeof given === 'string' && /^#[0-9a-f]{6}$/.test(given));

const details = z.object({
  name: requiredLine(60).transform((text) => text.normalize('NFC')),
  nominalMaxMbps: z.custom<number>((given) => typeof given === 'number' && parseSpeed(given).ok, {
    params: { reason: { code: 'not-a-speed' } },
  }),
  /** `#rrggbb`, or null for the default of its `set_id`. */
  colour: z.custom<string | null>(isColour, { params: { reason: { code: 'not-a-colour' } } }),
});
type TechnologyDetails = z.output<typeof details>;
const setId = z
  .custom<number | undefined>(isSetId, { params: { reason: { code: 'not-a-set-id', most: highestSetId } } })
  .optional();

/**
 * Adds a technology at the end of the order and gives its id; every answer has it from then on. A name or a number that
 * was ever used is never used again. `setId`: the number of its tile layer, the next one when left out.
 */
export const addTechnology = change(
  details.extend({ setId }),
  (db, given, { actor, nowMs }): number => {
    const { id, setId: number, name, nominalMaxMbps, colour } = insertTechnology(db, given);
    recordTechnologies(db, nowMs);
    const after = { name, nominalMaxMbps, colour, setId: number };
    const record = technologyRecord(id);
    const row = recordChange(
      db,
      { actor, action: 'technology.add', subject: name, before: null, after, record },
      nowMs,
    );
    noteChange(db, technologyOrder, ['order'], row);
    return id;
  },
  (db, { name, setId: wanted }) => [takenName(db, name), takenSetId(db, wanted)],
);

/** Changes what is recorded about a technology; what is left out stays. Its `set_id` never changes. */
export const changeTechnology = change(
  details.partial().extend({ id: rowId, seen }),
  (db, { id, seen: assumed, ...wanted }, by) => {
    const current = requireTechnology(db, id);
    const store = (after: TechnologyDetails) => {
      updateTechnology(db, id, after);
      recordTechnologies(db, by.nowMs);
    };
    const edit = { record: technologyRecord(id), action: 'technology.change', subject: current.name } as const;
    return editRecord(db, { ...edit, present: technologyFields(current), wanted, seen: assumed, store }, by);
  },
  (db, { id, name }) => [takenName(db, name, id)],
);

/** The name of a technology as an edited record. */
export function technologyRecord(id: number) {
  return `technology ${id}` as const;
}

/** The order of the technologies as an edited record; an added, retired or revived one changes it too. */
export const technologyOrder = 'technology order';

/** What a form shows of a technology. */
export function technologyFields({ name, nominalMaxMbps, colour }: TechnologyDetails): TechnologyDetails {
  return { name, nominalMaxMbps, colour };
}

/** Puts the technologies in use into this order, which must have each of them once. */
export const reorderTechnologies = change(
  seenOf(z.array(rowId)),
  (db, { record: ids, seen: assumed }, { actor, nowMs }): void => {
    requireUnchanged(db, technologyOrder, assumed, actor);
    const current = technologiesInUse({ db });
    const inOrder = ids.flatMap((id) => current.filter((row) => row.id === id));
    const [before, after] = [current, inOrder].map((rows) => rows.map(({ name }) => name));
    if (inOrder.length !== ids.length || ids.length !== current.length || new Set(ids).size !== ids.length) {
      throw new Refusal({ code: 'not-an-order', technologies: before ?? [] });
    }
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    for (const [index, { id }] of inOrder.entries()) updateTechnology(db, id, { position: index + 1 });
    recordTechnologies(db, nowMs);
    const change = { actor, action: 'technology.reorder', subject: 'technologies', before, after } as const;
    noteChange(db, technologyOrder, ['order'], recordChange(db, change, nowMs));
  },
);

/** Moves a technology in use up or down one place in the order; at either end nothing happens. */
export const moveTechnology = change(
  z.object({ id: rowId, direction: z.enum(['up', 'down']), seen }),
  (db, { id, direction, seen: assumed }, by): void => {
    const ids = technologiesInUse({ db }).map((row) => row.id);
    const from = ids.indexOf(id);
    const to = from + (direction === 'up' ? -1 : 1);
    requireUnchanged(db, technologyOrder, assumed, by.actor);
    if (from === -1) throw new Refusal({ code: 'technology-gone' });
    if (to < 0 || to >= ids.length) return;
    reorderTechnologies.within(db, ids.toSpliced(from, 1).toSpliced(to, 0, id), by);
  },
);

/** Takes a technology without published offers out of every answer. Its name and `set_id` are never used again. */
export const retireTechnology = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const { name, retiredAt } = requireTechnology(db, id);
  requireUnchanged(db, technologyRecord(id), assumed, actor);
  if (retiredAt !== null) return;
  const offers = countPublishedOffers(db).ofTechnology.get(id) ?? 0;
  if (offers > 0) throw new Refusal({ code: 'offers-published', name, offers });
  updateTechnology(db, id, { retiredAt: nowMs });
  recordTechnologies(db, nowMs);
  const change = { actor, action: 'technology.retire', subject: name, before: { name }, after: null } as const;
  noteRetirement(db, id, recordChange(db, change, nowMs));
});

/** Brings a retired technology back into every answer, at the end of the order. */
export const reviveTechnology = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const { name, retiredAt } = requireTechnology(db, id);
  requireUnchanged(db, technologyRecord(id), assumed, actor);
  if (retiredAt === null) return;
  updateTechnology(db, id, { retiredAt: null, position: endOfOrder(db) });
  recordTechnologies(db, nowMs);
  const change = { actor, action: 'technology.revive', subject: name, before: null, after: { name } } as const;
  noteRetirement(db, id, recordChange(db, change, nowMs));
});

function noteRetirement(db: Db, id: number, auditId: number): void {
  noteChange(db, technologyRecord(id), ['retired'], auditId);
  noteChange(db, technologyOrder, ['order'], auditId);
}

function requireTechnology(db: Db, id: number): TechnologyRow {
  return required(getTechnology({ db }, id), { code: 'technology-gone' });
}

function takenName(db: Db, wanted: string | undefined, ownId?: number): Fault | undefined {
  if (wanted === undefined) return undefined;
  const holder = getTechnologyByName(db, wanted);
  // a name that it has already may stay
  if (holder !== undefined && holder.id === ownId) return undefined;
  const other = holder ?? getTechnologyLike(db, wanted, ownId);
  if (other === undefined) return undefined;
  const code = holder === undefined ? 'name-looks-taken' : 'technology-name-taken';
  return faultAt('name', { code, name: other.name, isRetired: other.retiredAt !== null });
}

function takenSetId(db: Db, wanted: number | undefined): Fault | undefined {
  const holder = wanted === undefined ? undefined : getTechnologyBySetId(db, wanted);
  return holder && faultAt('setId', { code: 'set-id-taken', setId: holder.setId, technology: holder.name });
}

/** Has every process read the technologies again, and compare them with their new checksum. */
function recordTechnologies(db: Db, nowMs: number): void {
  sealTechnologies(db);
  bumpGeneration(db, 'technologies', nowMs);
}
