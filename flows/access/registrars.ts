import { z } from 'zod';
import { networksOf } from '#db/access/networks.ts';
import {
  deleteRegistrar,
  getRegistrar,
  getRegistrarByName,
  insertRegistrar,
  type Registrar,
  updateRegistrar,
} from '#db/access/registrars.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { limit, optionalEmail, paragraph, requiredLine, rowId } from '#lib/fields.ts';
import { refusalAt, required } from '#lib/refusal.ts';
import { recordedNetwork } from './recorded.ts';

const details = z.object({
  name: requiredLine(100),
  contactEmail: optionalEmail,
  note: paragraph(),
  perSecond: limit,
  enabled: z.boolean(),
});

/** Adds a registrar. Names are unique; case does not matter. @returns its id */
export const addRegistrar = change(details, (db, given, { actor, nowMs }): number => {
  requireFreeName(db, given.name);
  const id = insertRegistrar(db, given, nowMs);
  recordChange(db, { actor, action: 'registrar.add', subject: given.name, before: null, after: given }, nowMs);
  return id;
});

/** Changes the given details of a registrar. */
export const changeRegistrar = change(details.partial().extend({ id: rowId }), (db, given, { actor, nowMs }): void => {
  const { id, ...changed } = given;
  const current = requireRegistrar(db, id);
  const before = detailsOf(current);
  const after = { ...before, ...changed };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  requireFreeName(db, after.name, id);
  updateRegistrar(db, id, after, nowMs);
  recordChange(db, { actor, action: 'registrar.change', subject: current.name, before, after }, nowMs);
});

/** Removes a registrar with all its networks. */
export const removeRegistrar = change(rowId, (db, id, { actor, nowMs }): void => {
  const current = requireRegistrar(db, id);
  const before = { ...detailsOf(current), networks: networksOf(db, id).map(recordedNetwork) };
  deleteRegistrar(db, id, nowMs);
  recordChange(db, { actor, action: 'registrar.remove', subject: current.name, before, after: null }, nowMs);
});

/** @throws Refusal when the registrar no longer exists */
export function requireRegistrar(db: Db, id: number): Registrar {
  return required(getRegistrar({ db }, id), { code: 'registrar-gone' });
}

function requireFreeName(db: Db, name: string, ownId?: number): void {
  const existing = getRegistrarByName(db, name);
  if (existing === undefined || existing.id === ownId) return;
  throw refusalAt('name', { code: 'registrar-name-taken', name: existing.name });
}

function detailsOf({ name, contactEmail, note, perSecond, enabled }: Registrar) {
  return { name, contactEmail, note, perSecond, enabled };
}
