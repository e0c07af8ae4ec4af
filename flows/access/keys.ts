import { z } from 'zod';
import {
  findActiveKeys,
  getKeyWithUser,
  hasKey,
  insertKey,
  type KeyTerms,
  noteReplacement,
  revokeKey as revokeStoredKey,
  updateKey,
} from '#db/access/keys.ts';
import { getUserByEmail } from '#db/access/users.ts';
import { noteChange } from '#db/audit/last-changes.ts';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { faultsOfRow, importedRows } from '#flows/imported-rows.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey, isApiKeyShape } from '#lib/access/keys/api-key.ts';
import { keyOrigins, keyUses } from '#lib/access/keys/terms.ts';
import { email, instant, limit, line, rowId } from '#lib/fields.ts';
import { faultAt, Refusal, refusalAt, refuseFaults, required } from '#lib/refusal.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { sameMinute } from '#lib/time/typed-time.ts';
import { recordedTerms } from './recorded.ts';
import { addUser, requireUser, userRecord } from './users.ts';

const terms = {
  label: line(100),
  expiresAt: instant,
  perSecond: limit,
  perDay: limit,
  origins: keyOrigins,
  scopes: keyUses,
};
/** A key may be used for everything unless something else is said. */
const newTerms = { ...terms, scopes: keyUses.default(null) };

/** A new key. Its `text` is not stored anywhere (N11). */
export interface IssuedKey {
  readonly id: number;
  readonly prefix: string;
  readonly text: string;
}

/** A new key, and the instant at which the key that it replaces ends, in epoch milliseconds. */
export interface ReplacementKey extends IssuedKey {
  readonly oldEndsAt: number;
}

interface KeyOwner {
  readonly id: number;
  readonly email: string;
}

/** Issues a key to a user. */
export const issueKey = change(
  z.object({ userId: rowId, ...newTerms }),
  (db, { userId, ...given }, by): IssuedKey => issueTo(db, requireUser(db, userId), given, by),
  expiryRules,
);

/** Issues a key to the user with this email address, who is added if new. */
export const issueKeyByEmail = change(
  z.object({ email, ...newTerms }),
  (db, { email: address, ...given }, by): IssuedKey => {
    return issueTo(db, userWithEmail(db, address, by), given, by);
  },
  expiryRules,
);

/** Changes the given terms of a key. A new expiry in the past is refused: it would end the key at once without saying so. */
export const changeKey = change(
  z.object(terms).partial().extend({ id: rowId, seen }),
  (db, given, by) => {
    const { id, seen: assumed, ...wanted } = given;
    const { key, user, subject } = requireActiveKey(db, id);
    if (wanted.expiresAt !== undefined) wanted.expiresAt = sameMinute(key.expiresAt, wanted.expiresAt);
    const store = (after: KeyTerms) => updateKey(db, id, after, by.nowMs);
    const edit = { record: keyRecord(id), action: 'key.change', subject, recorded: recordedTerms } as const;
    const edited = editRecord(db, { ...edit, present: keyFields(key), wanted, seen: assumed, store }, by);
    if (edited.changed.length > 0) noteChange(db, userRecord(user.id), ['keys'], edited.now.revision);
    return edited;
  },
  (db, given, by) => {
    const { id, expiresAt = null } = given;
    const present = (id === undefined ? undefined : getKeyWithUser(db, id)?.key.expiresAt) ?? null;
    // a key that has expired may still get another label
    return expiresAt !== null && sameMinute(present, expiresAt) === present ? [] : expiryRules(db, given, by);
  },
);

/** Revokes a key permanently. */
export const revokeKey = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const { key, user, subject } = requireActiveKey(db, id);
  const record = keyRecord(id);
  requireUnchanged(db, record, assumed, actor);
  revokeStoredKey(db, id, nowMs);
  const before = recordedTerms(key);
  const after = { ...before, revokedAt: formatAuckland(nowMs) };
  const row = recordChange(db, { actor, action: 'key.revoke', subject, before, after, record }, nowMs);
  noteChange(db, userRecord(user.id), ['keys'], row);
});

/** The name of a key as an edited record. */
export function keyRecord(id: number) {
  return `key ${id}` as const;
}

/** What a form shows of a key. */
export function keyFields({ label, expiresAt, perSecond, perDay, origins: bound, scopes: granted }: KeyTerms) {
  return { label, expiresAt, perSecond, perDay, origins: bound, scopes: granted };
}

/**
 * The active key with this prefix or, if no key has it, with this id.
 *
 * @throws Refusal if there is no such key, or several begin with it
 */
export function requireKeyNamed({ db }: Pick<Connection, 'db'>, which: string) {
  const byPrefix = findActiveKeys(db, { prefix: which });
  const found = byPrefix.length > 0 || !/^\d{1,15}$/.test(which) ? byPrefix : findActiveKeys(db, { id: Number(which) });
  const [key, ...others] = found;
  if (key === undefined) throw new Refusal({ code: 'no-active-key', which });
  if (others.length > 0) throw new Refusal({ code: 'several-keys', which, ids: found.map(({ id }) => id) });
  return key;
}

/**
 * Issues a new key on the terms of an old one. Both work for `overlapMs` (0: the old key is revoked now), or until the old
 * key was due to expire, if that is earlier.
 */
export const replaceKey = change(
  z.object({ id: rowId, overlapMs: z.number().min(0), expiresAt: instant, seen }),
  (db, { id, overlapMs, expiresAt, seen: assumed }, by): ReplacementKey => {
    const { key, user } = requireActiveKey(db, id);
    requireUnchanged(db, keyRecord(id), assumed, by.actor);
    if (key.expiresAt !== null && key.expiresAt <= by.nowMs) throw new Refusal({ code: 'key-expired' });
    const issued = issueTo(db, user, { ...keyFields(key), expiresAt }, by);
    const oldEndsAt = Math.min(by.nowMs + overlapMs, key.expiresAt ?? Number.POSITIVE_INFINITY);
    if (overlapMs === 0) revokeKey.within(db, id, by);
    else changeKey.within(db, { id, expiresAt: oldEndsAt }, by);
    noteReplacement(db, id, issued.id);
    return { ...issued, oldEndsAt };
  },
  expiryRules,
);

/** Imports a key that another system issued; its text is never repeated (B8). */
const importKey = change(
  z.object({ user: email, key: z.string(), label: line(100), expiresAt: instant }),
  (db, { user, key, label, expiresAt }, by): void => {
    if (!isApiKeyShape(key)) throw refusalAt('key', { code: 'not-a-key' });
    if (hasKey(db, hashApiKey(key))) throw refusalAt('key', { code: 'key-already-stored' });
    const given = { label, expiresAt, perSecond: null, perDay: null, origins: null, scopes: null };
    storeKey(db, userWithEmail(db, user, by), key, given, 'key.import', by);
  },
);

/** Imports the keys of a file, all or none. @returns how many */
export const importKeys = change(importedRows, (db, { file, rows, faults }, by): number => {
  const found = rows.flatMap((row) =>
    faultsOfRow(row, () => importKey.within(db, row.values as z.input<typeof importKey.input>, by)),
  );
  refuseFaults({ code: 'keys-not-imported', file }, [...faults, ...found]);
  return rows.length;
});

function issueTo(db: Db, user: KeyOwner, given: KeyTerms, by: Authorship): IssuedKey {
  const text = generateApiKey();
  return { ...storeKey(db, user, text, given, 'key.issue', by), text };
}

function storeKey(
  db: Db,
  user: KeyOwner,
  text: string,
  given: KeyTerms,
  action: 'key.issue' | 'key.import',
  { actor, nowMs }: Authorship,
): { readonly id: number; readonly prefix: string } {
  const prefix = apiKeyPrefix(text);
  const id = insertKey(db, { userId: user.id, hash: hashApiKey(text), prefix, ...given }, nowMs);
  const subject = subjectOf(prefix, user.email);
  const after = recordedTerms(given);
  const row = recordChange(db, { actor, action, subject, before: null, after, record: keyRecord(id) }, nowMs);
  noteChange(db, userRecord(user.id), ['keys'], row);
  return { id, prefix };
}

function userWithEmail(db: Db, address: string, by: Authorship): KeyOwner {
  const details = { email: address, name: '', organisation: '', note: '' };
  return getUserByEmail(db, address) ?? { id: addUser.within(db, details, by), email: address };
}

/** A key that is issued already expired would never work. */
export function expiryRules(_db: Db, { expiresAt }: { readonly expiresAt?: number | null }, { nowMs }: Authorship) {
  if (expiresAt == null || expiresAt > nowMs) return [];
  return [faultAt('expiresAt', { code: 'expires-in-the-past', expiresAt })];
}

function requireActiveKey(db: Db, id: number) {
  const found = required(getKeyWithUser(db, id), { code: 'key-gone' });
  if (found.key.revokedAt !== null) throw new Refusal({ code: 'key-revoked' });
  return { ...found, subject: subjectOf(found.key.prefix, found.user.email) };
}

/** Never more of a key than its prefix (B8). */
function subjectOf(prefix: string, address: string): string {
  return `key ${prefix}… of ${address}`;
}
