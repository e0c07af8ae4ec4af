import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, eq, gt, isNull, lte, type SQL, sql } from '#db/drizzle.ts';
import { boundMs, type LinkPurpose, linkLifetimes } from '#lib/access/requests.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { callerLink, callerSession } from './schema.ts';

export type CallerLink = typeof callerLink.$inferSelect;

/** Stores a link by its token's hash; it works as long as links of its purpose do. */
export function insertLink(
  db: Db,
  link: Pick<CallerLink, 'tokenHash' | 'purpose' | 'email' | 'requestId' | 'isMailed'>,
  nowMs: EpochMs,
): void {
  const expiresAt = nowMs + linkLifetimes[link.purpose];
  db.insert(callerLink)
    .values({ ...link, createdAt: nowMs, expiresAt })
    .run();
}

/** The link with this hash if it can be used. */
export function getUsableLink(
  { db }: Pick<Connection, 'db'>,
  { tokenHash, purpose }: { readonly tokenHash: string; readonly purpose: LinkPurpose },
  nowMs: EpochMs,
): CallerLink | undefined {
  const isThis = and(eq(callerLink.tokenHash, tokenHash), eq(callerLink.purpose, purpose));
  const isUsable = and(isNull(callerLink.usedAt), gt(callerLink.expiresAt, nowMs));
  return db.select().from(callerLink).where(and(isThis, isUsable)).get();
}

/** Marks a link as used; it counts on against the bounds. */
export function useLink(db: Db, tokenHash: string, nowMs: EpochMs): void {
  db.update(callerLink).set({ usedAt: nowMs }).where(eq(callerLink.tokenHash, tokenHash)).run();
}

/** Gives a link another token, so that the one before no longer works. */
export function replaceToken(db: Db, tokenHash: string, newHash: string): void {
  db.update(callerLink).set({ tokenHash: newHash }).where(eq(callerLink.tokenHash, tokenHash)).run();
}

/** Ends the links of a request that nobody has used. */
export function endLinksOf(db: Db, requestId: number, nowMs: EpochMs): void {
  db.update(callerLink)
    .set({ usedAt: nowMs })
    .where(and(eq(callerLink.requestId, requestId), isNull(callerLink.usedAt)))
    .run();
}

/** The usable links that staff pass on, because no mail server was set; oldest first. `requestId`: only those of it. */
export function linksToPassOn(
  { db }: Pick<Connection, 'db'>,
  nowMs: EpochMs,
  { most = 100, requestId }: { readonly most?: number; readonly requestId?: number } = {},
): CallerLink[] {
  const isWaiting = and(eq(callerLink.isMailed, false), isNull(callerLink.usedAt), gt(callerLink.expiresAt, nowMs));
  const isOfRequest = requestId === undefined ? undefined : eq(callerLink.requestId, requestId);
  return db
    .select()
    .from(callerLink)
    .where(and(isWaiting, isOfRequest))
    .orderBy(asc(callerLink.createdAt))
    .limit(most)
    .all();
}

/** How many requests were mailed for confirmation lately: to an email address, to its mail domain, and in all. */
export function countAsked({ db }: Pick<Connection, 'db'>, email: string, nowMs: EpochMs) {
  const asked = and(gt(callerLink.createdAt, nowMs - boundMs), eq(callerLink.purpose, 'confirm'));
  const domain = email.slice(email.lastIndexOf('@'));
  const sumOf = (condition: SQL) => sql<number>`coalesce(sum(${condition}), 0)`.mapWith(Number);
  const ofAddress = sumOf(sql`${callerLink.email} = ${email} COLLATE NOCASE`);
  const ofDomain = sumOf(sql`lower(substr(${callerLink.email}, -length(${domain}))) = lower(${domain})`);
  const found = db.select({ ofAll: count(), ofAddress, ofDomain }).from(callerLink).where(asked).get();
  return { ofAll: found?.ofAll ?? 0, ofAddress: found?.ofAddress ?? 0, ofDomain: found?.ofDomain ?? 0 };
}

/** How many requests were mailed for confirmation lately, to anybody. */
export function countAllAsked(reader: Pick<Connection, 'db'>, nowMs: EpochMs): number {
  return countAsked(reader, '@', nowMs).ofAll;
}

/** The sign-in links that an address got lately, and whether one of them still works. */
export function signInLinksOf({ db }: Pick<Connection, 'db'>, email: string, nowMs: EpochMs) {
  const isTheirs = and(eq(callerLink.purpose, 'sign-in'), sql`${callerLink.email} = ${email} COLLATE NOCASE`);
  const links = db
    .select()
    .from(callerLink)
    .where(and(isTheirs, gt(callerLink.createdAt, nowMs - boundMs)))
    .all();
  return { count: links.length, hasUsable: links.some((link) => link.usedAt === null && link.expiresAt > nowMs) };
}

/** Starts a session by its token's hash. */
export function insertCallerSession(db: Db, session: typeof callerSession.$inferInsert): void {
  db.insert(callerSession).values(session).run();
}

/** The email address of a session that is not over. */
export function emailOfSession({ db }: Pick<Connection, 'db'>, tokenHash: string, nowMs: EpochMs): string | undefined {
  const isThis = and(eq(callerSession.tokenHash, tokenHash), gt(callerSession.expiresAt, nowMs));
  return db.select({ email: callerSession.email }).from(callerSession).where(isThis).get()?.email;
}

export function deleteCallerSession(db: Db, tokenHash: string): void {
  db.delete(callerSession).where(eq(callerSession.tokenHash, tokenHash)).run();
}

/** Deletes sessions that are over, and links that neither work nor count any longer, from the pages of the file too. */
export function forgetLinks({ db, sqlite }: Connection, nowMs: EpochMs): void {
  const isOver = and(lte(callerLink.expiresAt, nowMs), lte(callerLink.createdAt, nowMs - boundMs));
  const isSessionOver = lte(callerSession.expiresAt, nowMs);
  const link = db.select({ hash: callerLink.tokenHash }).from(callerLink).where(isOver).limit(1).get();
  const session = db.select({ hash: callerSession.tokenHash }).from(callerSession).where(isSessionOver).limit(1).get();
  if (link === undefined && session === undefined) return;
  sqlite.pragma('secure_delete = ON');
  db.delete(callerLink).where(isOver).run();
  db.delete(callerSession).where(isSessionOver).run();
  sqlite.pragma('secure_delete = OFF');
}
