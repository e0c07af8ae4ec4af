import { countWorkingKeys, getKeyWithUser } from '#db/access/keys.ts';
import { getNetworkEntry } from '#db/access/networks.ts';
import { registrarsOfContact } from '#db/access/registrars.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { type ReplacementKey, replaceKey, revokeKey } from '#flows/access/keys.ts';
import { removeNetwork } from '#flows/access/networks.ts';
import { Refusal } from '#lib/refusal.ts';
import type { CallerOrigin } from './claim.ts';

/** How long a key goes on working once another replaces it, in days. */
export const overlapDays = 7;
/** The most keys of a user that work. */
export const mostOwnKeys = 20;

interface OwnRecord {
  /** Of whoever is signed in. */
  readonly email: string;
  readonly id: number;
}

/** Replaces a key of the caller on the same terms; the old one works for `overlapDays` longer. */
export async function replaceOwnKey(writer: Connection, own: OwnRecord, from: CallerOrigin): Promise<ReplacementKey> {
  return await transact(writer, (db) => {
    const { key, user } = requireOwnKey(db, own);
    if (countWorkingKeys(db, user.id, from.nowMs) >= mostOwnKeys)
      throw new Refusal({ code: 'too-many-keys', most: mostOwnKeys });
    const given = { id: key.id, overlapMs: overlapDays * 86_400_000, expiresAt: key.expiresAt };
    return replaceKey.within(db, given, byCaller(user.email, from));
  });
}

/** Ends a key of the caller at once. */
export async function endOwnKey(writer: Connection, own: OwnRecord, from: CallerOrigin): Promise<void> {
  await transact(writer, (db) => {
    const { key, user } = requireOwnKey(db, own);
    revokeKey.within(db, key.id, byCaller(user.email, from));
  });
}

/** Takes a network of a registrar whose contact the caller is off the allowlist. */
export async function endOwnNetwork(writer: Connection, { email, id }: OwnRecord, from: CallerOrigin): Promise<void> {
  await transact(writer, (db) => {
    const found = getNetworkEntry({ db }, id);
    const owners = registrarsOfContact({ db }, email).map((registrar) => registrar.id);
    if (found === undefined || !owners.includes(found.entry.registrarId)) throw new Refusal({ code: 'network-gone' });
    removeNetwork.within(db, id, byCaller(email, from));
  });
}

function requireOwnKey(db: Db, { email, id }: OwnRecord) {
  const found = getKeyWithUser(db, id);
  if (found === undefined || found.user.email.toLowerCase() !== email.toLowerCase())
    throw new Refusal({ code: 'key-of-somebody-else' });
  return found;
}

const byCaller = (who: string, { address, nowMs }: CallerOrigin) => ({ actor: { who, address }, nowMs });
