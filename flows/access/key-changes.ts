import { addKey, revokeKey } from '#db/access/keys.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { apiKey, apiUser } from '#db/schema.ts';
import type { Authorship } from '#db/write.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { sameMinute } from '#lib/time/wall-time-field.ts';

/**
 * What a key may do. `expiresAt` in epoch milliseconds, null: never. Limits null: the default (B6). `origins` null: not
 * bound to web origins.
 */
export interface KeyTerms {
  readonly label: string;
  readonly expiresAt: number | null;
  readonly perSecond: number | null;
  readonly perDay: number | null;
  readonly origins: string[] | null;
}

/** A key that was just made. `text` exists here and nowhere else (N11). */
export interface IssuedKey {
  readonly id: number;
  readonly prefix: string;
  readonly text: string;
}

/** Makes a key for a user. */
export function issueKey(
  db: Db,
  user: { readonly id: number; readonly email: string },
  terms: KeyTerms,
  by: Authorship,
): IssuedKey {
  const text = generateApiKey();
  return { ...storeKey(db, user, text, terms, 'key.issue', by), text };
}

/** Takes over a key whose text somebody else made. */
export function takeOverKey(
  db: Db,
  user: { readonly id: number; readonly email: string },
  text: string,
  terms: KeyTerms,
  by: Authorship,
): void {
  storeKey(db, user, text, terms, 'key.import', by);
}

/** Changes what a key may do. @throws Refusal when it is gone or revoked */
export function changeKey(db: Db, id: number, given: KeyTerms, { actor, nowMs }: Authorship): void {
  const { key, subject } = requireStandingKey(db, id);
  const terms = { ...given, expiresAt: sameMinute(key.expiresAt, given.expiresAt) };
  const [before, after] = [recorded(key), recorded(terms)];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  db.update(apiKey).set(terms).where(eq(apiKey.id, id)).run();
  bumpGeneration(db, 'keys', nowMs);
  recordChange(db, { actor, action: 'key.change', subject, before, after }, nowMs);
}

/** Ends a key at once, for ever. @throws Refusal when it is gone or revoked already */
export function endKey(db: Db, id: number, { actor, nowMs }: Authorship): void {
  const { key, subject } = requireStandingKey(db, id);
  revokeKey(db, id, nowMs);
  const after = { ...recorded(key), revokedAt: formatAuckland(nowMs) };
  recordChange(db, { actor, action: 'key.revoke', subject, before: recorded(key), after }, nowMs);
}

/**
 * Makes a new key on the terms of an old one, which ends after `graceMs` (at once when 0), or earlier if it was to end
 * earlier anyway.
 *
 * @throws Refusal when the old one is gone, revoked or expired
 */
export function replaceKey(
  db: Db,
  id: number,
  { graceMs, expiresAt }: { readonly graceMs: number; readonly expiresAt: number | null },
  by: Authorship,
): IssuedKey & { readonly oldEndsAt: number } {
  const { key, user } = requireStandingKey(db, id);
  if (key.expiresAt !== null && key.expiresAt <= by.nowMs) {
    throw new Refusal('This key has expired: issue a new one instead.');
  }
  const { label, perSecond, perDay, origins } = key;
  const issued = issueKey(db, user, { label, perSecond, perDay, origins, expiresAt }, by);
  const oldEndsAt = Math.min(by.nowMs + graceMs, key.expiresAt ?? Number.POSITIVE_INFINITY);
  if (graceMs === 0) endKey(db, id, by);
  else changeKey(db, id, { label, perSecond, perDay, origins, expiresAt: oldEndsAt }, by);
  return { ...issued, oldEndsAt };
}

function storeKey(
  db: Db,
  user: { readonly id: number; readonly email: string },
  text: string,
  terms: KeyTerms,
  action: 'key.issue' | 'key.import',
  { actor, nowMs }: Authorship,
): { readonly id: number; readonly prefix: string } {
  const prefix = apiKeyPrefix(text);
  const id = addKey(db, { userId: user.id, hash: hashApiKey(text), prefix, ...terms }, nowMs);
  const subject = subjectOf(prefix, user.email);
  recordChange(db, { actor, action, subject, before: null, after: recorded(terms) }, nowMs);
  return { id, prefix };
}

function requireStandingKey(db: Db, id: number) {
  const found = db
    .select({ key: apiKey, user: { id: apiUser.id, email: apiUser.email } })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .where(eq(apiKey.id, id))
    .get();
  if (found === undefined) throw new Refusal('This key is no longer there: somebody has removed it.');
  if (found.key.revokedAt !== null) throw new Refusal('This key is revoked; that is for ever.');
  return { ...found, subject: subjectOf(found.key.prefix, found.user.email) };
}

/** Never more of a key than its first six characters (B8). */
function subjectOf(prefix: string, email: string): string {
  return `key ${prefix}… of ${email}`;
}

function recorded({ label, expiresAt, perSecond, perDay, origins }: KeyTerms) {
  return { label, expiresAt: expiresAt === null ? null : formatAuckland(expiresAt), perSecond, perDay, origins };
}
