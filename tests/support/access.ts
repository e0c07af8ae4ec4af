import { insertKey } from '#db/access/keys.ts';
import { deleteNetwork, getAllowedNetwork, insertNetwork } from '#db/access/networks.ts';
import { insertRegistrar } from '#db/access/registrars.ts';
import { getUserByEmail, insertUser } from '#db/access/users.ts';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import * as flows from '#flows/access/registrars.ts';

/** Inserts rows directly, without the rules and the audit log of staff changes. */
export const addRegistrar = (db: Db, name: string, perSecond: number | null, nowMs: number) =>
  insertRegistrar(db, { name, perSecond }, nowMs);

export const addAllowedNetwork = insertNetwork;

/** @returns whether the network was on the allowlist */
export function removeAllowedNetwork(db: Db, network: string, nowMs: number): boolean {
  const entry = getAllowedNetwork(db, network);
  if (entry !== undefined) deleteNetwork(db, entry.id, nowMs);
  return entry !== undefined;
}

/** The id of the user with this email address, who is added if new. */
export const requireUser = (db: Db, email: string, nowMs: number) =>
  getUserByEmail(db, email)?.id ?? insertUser(db, { email }, nowMs);

export const addKey = insertKey;

export const changeRegistrar = (
  db: Db,
  id: number,
  changed: { perSecond?: number | null; enabled?: boolean },
  by: Authorship,
) => flows.changeRegistrar.within(db, { id, ...changed }, by);
