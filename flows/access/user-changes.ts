import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { apiKey, apiUser } from '#db/schema.ts';
import type { Authorship } from '#db/write.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';

export type ApiUser = typeof apiUser.$inferSelect;

/** What staff say about a user of the broadband service. */
export interface UserDetails {
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
  readonly note: string;
}

/** Makes a user and gives its id. @throws Refusal of the field `email` when another user has it */
export function createUser(db: Db, details: UserDetails, { actor, nowMs }: Authorship): number {
  requireFreeEmail(db, details.email);
  const { id } = db
    .insert(apiUser)
    .values({ ...details, createdAt: nowMs })
    .returning({ id: apiUser.id })
    .get();
  recordChange(db, { actor, action: 'user.add', subject: details.email, before: null, after: details }, nowMs);
  return id;
}

/** Changes what is said about a user. @throws Refusal when it is gone, or another one has the e-mail address */
export function changeUser(db: Db, id: number, after: UserDetails, { actor, nowMs }: Authorship): void {
  const standing = requireApiUser(db, id);
  const before = detailsOf(standing);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  requireFreeEmail(db, after.email, id);
  db.update(apiUser).set(after).where(eq(apiUser.id, id)).run();
  recordChange(db, { actor, action: 'user.change', subject: standing.email, before, after }, nowMs);
}

/** Removes a user and all keys of that user. @throws Refusal when it is gone */
export function deleteUser(db: Db, id: number, { actor, nowMs }: Authorship): ApiUser {
  const standing = requireApiUser(db, id);
  const keys = db.select({ id: apiKey.id, prefix: apiKey.prefix }).from(apiKey).where(eq(apiKey.userId, id)).all();
  const before = { ...detailsOf(standing), keys: keys.map((key) => `${key.prefix}… (${key.id})`) };
  db.delete(apiUser).where(eq(apiUser.id, id)).run();
  bumpGeneration(db, 'keys', nowMs);
  recordChange(db, { actor, action: 'user.remove', subject: standing.email, before, after: null }, nowMs);
  return standing;
}

/** @throws Refusal when there is no such user (any more) */
export function requireApiUser(db: Db, id: number): ApiUser {
  const found = db.select().from(apiUser).where(eq(apiUser.id, id)).get();
  if (found === undefined) throw new Refusal('This user is no longer there: somebody has removed it.');
  return found;
}

/** The user of this e-mail address (capitals do not matter). */
export function getUserByEmail(db: Db, email: string): ApiUser | undefined {
  return db.select().from(apiUser).where(sql`${apiUser.email} = ${email} COLLATE NOCASE`).get();
}

function requireFreeEmail(db: Db, email: string, ownId?: number): void {
  const holder = getUserByEmail(db, email);
  if (holder === undefined || holder.id === ownId) return;
  throw refusalAt('email', `There is a user with the address ${holder.email} already.`);
}

function detailsOf({ email, name, organisation, note }: ApiUser): UserDetails {
  return { email, name, organisation, note };
}
