import { z } from 'zod';
import { networksOf } from '#db/access/networks.ts';
import {
  deleteRegistrar,
  getRegistrar,
  getRegistrarByName,
  getRegistrarLike,
  insertRegistrar,
  type Registrar,
  type RegistrarDetails,
  updateRegistrar,
} from '#db/access/registrars.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { limit, optionalEmail, paragraph, requiredLine, rowId } from '#lib/fields.ts';
import { type Fault, faultAt, required } from '#lib/refusal.ts';
import { recordedNetwork } from './recorded.ts';

const details = z.object({
  name: requiredLine(100),
  contactEmail: optionalEmail,
  note: paragraph(),
  perSecond: limit,
  enabled: z.boolean(),
});

/** Adds a registrar that a file or a command names, where none has this very name. @returns its id */
export const addRegistrarNamed = change(details, (db, given, { actor, nowMs }): number => {
  const id = insertRegistrar(db, given, nowMs);
  const record = registrarRecord(id);
  recordChange(db, { actor, action: 'registrar.add', subject: given.name, before: null, after: given, record }, nowMs);
  return id;
});

/** Adds a registrar. Names are unique; case, macrons and spaces do not matter. @returns its id */
export const addRegistrar = change(
  details,
  (db, given, by): number => addRegistrarNamed.within(db, given, by),
  (db, { name }) => [takenName(db, name)],
);

/** Changes the given details of a registrar. */
export const changeRegistrar = change(
  details.partial().extend({ id: rowId, seen }),
  (db, given, by) => {
    const { id, seen: assumed, ...wanted } = given;
    const current = requireRegistrar(db, id);
    const store = (after: RegistrarDetails) => updateRegistrar(db, id, after, by.nowMs);
    const edit = { record: registrarRecord(id), action: 'registrar.change', subject: current.name } as const;
    return editRecord(db, { ...edit, present: registrarFields(current), wanted, seen: assumed, store }, by);
  },
  (db, { id, name }) => [takenName(db, name, id)],
);

/** Lets the callers of a registrar in again. */
export const enableRegistrar = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): void => {
  changeRegistrar.within(db, { id, enabled: true, seen: assumed }, by);
});

/** Refuses the callers of a registrar until it is enabled again. */
export const disableRegistrar = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): void => {
  changeRegistrar.within(db, { id, enabled: false, seen: assumed }, by);
});

/** Removes a registrar with all its networks. */
export const removeRegistrar = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const current = requireRegistrar(db, id);
  const record = registrarRecord(id);
  requireUnchanged(db, record, assumed, actor);
  const before = { ...registrarFields(current), networks: networksOf(db, id).map(recordedNetwork) };
  deleteRegistrar(db, id, nowMs);
  recordChange(db, { actor, action: 'registrar.remove', subject: current.name, before, after: null, record }, nowMs);
});

/** The name of a registrar as an edited record. A network that is added, changed or removed changes its registrar too. */
export function registrarRecord(id: number) {
  return `registrar ${id}` as const;
}

/** What a form shows of a registrar. */
export function registrarFields({ name, contactEmail, note, perSecond, enabled }: Registrar) {
  return { name, contactEmail, note, perSecond, enabled };
}

/** @throws Refusal when the registrar no longer exists */
export function requireRegistrar(db: Db, id: number): Registrar {
  return required(getRegistrar({ db }, id), { code: 'registrar-gone' });
}

/** @throws Refusal when no registrar has this name; case does not matter */
export function requireRegistrarNamed({ db }: Pick<Connection, 'db'>, name: string): Registrar {
  return required(getRegistrarByName(db, name), { code: 'registrar-unknown', name });
}

/** The fault of a field whose text is the name of another registrar, or looks the same. */
export function takenName(db: Db, name: string | undefined, ownId?: number, field = 'name'): Fault | undefined {
  if (name === undefined) return undefined;
  const existing = getRegistrarByName(db, name);
  if (existing !== undefined)
    return existing.id === ownId ? undefined : faultAt(field, { code: 'registrar-name-taken', name: existing.name });
  const similar = getRegistrarLike(db, name, ownId);
  return similar && faultAt(field, { code: 'name-looks-taken', name: similar.name, isRetired: false });
}
