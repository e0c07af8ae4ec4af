import { keyEndNotice } from '#db/access/requests/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { preparedStatement } from '#db/prepared-statement.ts';
import { type keyStates, searchedPrefix, soonMs } from '#lib/access/keys/api-key.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { apiKey, apiUser, keyUse } from './schema.ts';

/** The part of a key that a request is checked against. Instants are epoch milliseconds. */
export type KeyRecord = Readonly<
  Pick<
    typeof apiKey.$inferSelect,
    'id' | 'prefix' | 'expiresAt' | 'revokedAt' | 'perSecond' | 'perDay' | 'origins' | 'scopes'
  >
>;

type KeyRow = [
  number,
  string,
  number | null,
  number | null,
  number | null,
  number | null,
  string | null,
  string | null,
];

/** Prepares the query for a key by its hash, on a connection that only reads. */
export function keyByHash(connection: Connection): (hash: string) => KeyRecord | undefined {
  const { id, prefix, expiresAt, revokedAt, perSecond, perDay, origins, scopes } = apiKey;
  const statement = preparedStatement<KeyRow>(
    connection,
    connection.db
      .select({ id, prefix, expiresAt, revokedAt, perSecond, perDay, origins, scopes })
      .from(apiKey)
      .where(eq(apiKey.hash, sql.placeholder('hash'))),
  );
  return (hash) => {
    const row = statement.get(hash);
    return row && recordOf(row);
  };
}

function recordOf([id, prefix, expiresAt, revokedAt, perSecond, perDay, origins, scopes]: KeyRow): KeyRecord {
  return {
    id,
    prefix,
    expiresAt,
    revokedAt,
    perSecond,
    perDay,
    origins: origins === null ? null : (apiKey.origins.mapFromDriverValue(origins) as string[]),
    scopes: scopes === null ? null : (apiKey.scopes.mapFromDriverValue(scopes) as KeyRecord['scopes']),
  };
}

/** All keys with their users, oldest first. */
export function listKeys({ db }: Connection) {
  const { id, prefix, label, createdAt, expiresAt, revokedAt, perSecond, perDay, scopes } = apiKey;
  return db
    .select({ id, prefix, user: apiUser.email, label, createdAt, expiresAt, revokedAt, perSecond, perDay, scopes })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .orderBy(asc(apiKey.id))
    .all();
}

/**
 * The terms of a key. `expiresAt` in epoch milliseconds, null for never. Null limits are the defaults (B6). Null `origins`
 * allow any web origin, null `scopes` all that keys can be used for.
 */
export type KeyTerms = Pick<
  typeof apiKey.$inferSelect,
  'label' | 'expiresAt' | 'perSecond' | 'perDay' | 'origins' | 'scopes'
>;

/** Stores a key's hash and prefix, never its text (N11). @returns the key's id */
export function insertKey(db: Db, key: Omit<typeof apiKey.$inferInsert, 'id' | 'createdAt'>, nowMs: number): number {
  const row = db
    .insert(apiKey)
    .values({ ...key, createdAt: nowMs })
    .returning({ id: apiKey.id })
    .get();
  bumpGeneration(db, 'keys', nowMs);
  return row.id;
}

/** Notes which key was issued in the place of another. */
export function noteReplacement(db: Db, id: number, replacedBy: number): void {
  db.update(apiKey).set({ replacedBy }).where(eq(apiKey.id, id)).run();
}

/** Whether a key with this hash is stored. */
export function hasKey(db: Db, hash: string): boolean {
  return db.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.hash, hash)).get() !== undefined;
}

/** The keys with this id or prefix that are not revoked. */
export function findActiveKeys(db: Db, by: { id: number } | { prefix: string }) {
  const match = 'id' in by ? eq(apiKey.id, by.id) : eq(apiKey.prefix, by.prefix);
  return db
    .select({ id: apiKey.id, prefix: apiKey.prefix, user: apiUser.email, expiresAt: apiKey.expiresAt })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .where(and(match, isNull(apiKey.revokedAt)))
    .all();
}

/** Whether any key works. */
export function hasWorkingKey({ db }: Pick<Connection, 'db'>, nowMs: EpochMs): boolean {
  return db.select({ id: apiKey.id }).from(apiKey).where(works(nowMs)).limit(1).get() !== undefined;
}

/** How many keys of a user work. */
export function countWorkingKeys(db: Db, userId: number, nowMs: number): number {
  const own = and(eq(apiKey.userId, userId), works(nowMs));
  return db.select({ total: count() }).from(apiKey).where(own).get()?.total ?? 0;
}

/** How many keys of a user work and are not replaced by another. */
export function countCurrentKeys(db: Db, userId: number, nowMs: number): number {
  const current = and(eq(apiKey.userId, userId), isNull(apiKey.replacedBy), works(nowMs));
  return db.select({ total: count() }).from(apiKey).where(current).get()?.total ?? 0;
}

function works(nowMs: EpochMs): SQL | undefined {
  return and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, nowMs)));
}

/** A key with its user. */
export function getKeyWithUser(db: Db, id: number) {
  return db
    .select({ key: apiKey, user: { id: apiUser.id, email: apiUser.email } })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .where(eq(apiKey.id, id))
    .get();
}

export function updateKey(db: Db, id: number, terms: KeyTerms, nowMs: number): void {
  db.update(apiKey).set(terms).where(eq(apiKey.id, id)).run();
  bumpGeneration(db, 'keys', nowMs);
}

/** Revokes a key from `nowMs` on. */
export function revokeKey(db: Db, id: number, nowMs: number): void {
  db.update(apiKey).set({ revokedAt: nowMs }).where(eq(apiKey.id, id)).run();
  bumpGeneration(db, 'keys', nowMs);
}

export const keySorts = ['created', 'prefix', 'user', 'label', 'expires', 'used'] as const;

export interface KeyQuery extends PageRequest<(typeof keySorts)[number]> {
  /** Of one user only. */
  readonly userId: number | undefined;
  /** The beginning of a key, or part of its user's email address or organisation, or of its label; empty for all. */
  readonly search: string;
  readonly state: (typeof keyStates)[number] | undefined;
}

export type ListedKey = NonNullable<ReturnType<typeof getKey>>;

const listedKeys = (db: Connection['db']) =>
  db
    .select({
      id: apiKey.id,
      prefix: apiKey.prefix,
      label: apiKey.label,
      userId: apiKey.userId,
      email: apiUser.email,
      createdAt: apiKey.createdAt,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
      perSecond: apiKey.perSecond,
      perDay: apiKey.perDay,
      origins: apiKey.origins,
      scopes: apiKey.scopes,
      replacedBy: apiKey.replacedBy,
      lastUsedAt: keyUse.lastUsedAt,
      lastNetwork: keyUse.lastNetwork,
    })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .leftJoin(keyUse, eq(keyUse.keyId, apiKey.id));

/** A page of the keys, as they are at `nowMs`. */
export function pageOfKeys({ db }: Connection, wanted: KeyQuery, nowMs: number): Page<ListedKey> {
  const ids = db.select({ id: apiKey.id }).from(apiKey).$dynamic();
  if (wanted.sort === 'user') ids.innerJoin(apiUser, eq(apiUser.id, apiKey.userId));
  if (wanted.sort === 'used') ids.leftJoin(keyUse, eq(keyUse.keyId, apiKey.id));
  return pageOf(db, wanted, {
    table: apiKey,
    matches: and(
      wanted.userId === undefined ? undefined : eq(apiKey.userId, wanted.userId),
      searchOf(db, wanted.search),
      stateOf(wanted.state, nowMs),
    ),
    sorts: {
      prefix: apiKey.prefix,
      user: apiUser.email,
      label: sql`${apiKey.label} COLLATE NOCASE`,
      created: apiKey.createdAt,
      expires: apiKey.expiresAt,
      used: keyUse.lastUsedAt,
    },
    ids,
    select: (isOnPage) => listedKeys(db).where(isOnPage),
  });
}

/** A key with its user and its last use. */
export function getKey({ db }: Connection, id: number) {
  return listedKeys(db).where(eq(apiKey.id, id)).get();
}

function searchOf(db: Connection['db'], search: string): SQL | undefined {
  if (search === '') return undefined;
  const prefix = searchedPrefix(search);
  const keys = () => db.select({ id: apiKey.id }).from(apiKey);
  const users = db
    .select({ id: apiUser.id })
    .from(apiUser)
    .where(anyContains(search, apiUser.email, apiUser.organisation));
  // three queries, each with an index of its own; one condition would read every key in the wanted order
  const found = keys()
    // a range can use the index, LIKE cannot; keys are case sensitive
    .where(and(gte(apiKey.prefix, prefix), lt(apiKey.prefix, `${prefix}\u{10FFFF}`)))
    .union(keys().where(inArray(apiKey.userId, users)))
    .union(keys().where(anyContains(search, apiKey.label)));
  return inArray(apiKey.id, found);
}

function stateOf(state: KeyQuery['state'], nowMs: number): SQL | undefined {
  const { revokedAt, expiresAt } = apiKey;
  if (state === undefined) return undefined;
  if (state === 'revoked') return isNotNull(revokedAt);
  if (state === 'expired') return and(isNull(revokedAt), lte(expiresAt, nowMs));
  if (state === 'expiring') return and(isNull(revokedAt), gt(expiresAt, nowMs), lte(expiresAt, nowMs + soonMs));
  return and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, nowMs)));
}

/** The keys that end by `until` and whose users were not mailed about that, the first `most` of them. */
export function keysToAnnounce({ db }: Pick<Connection, 'db'>, nowMs: EpochMs, until: EpochMs, most: number) {
  const isUnannounced = or(isNull(keyEndNotice.keyId), ne(keyEndNotice.expiresAt, apiKey.expiresAt));
  const ends = and(isNull(apiKey.revokedAt), gt(apiKey.expiresAt, nowMs), lte(apiKey.expiresAt, until));
  return db
    .select({
      id: apiKey.id,
      prefix: apiKey.prefix,
      label: apiKey.label,
      email: apiUser.email,
      expiresAt: apiKey.expiresAt,
    })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .leftJoin(keyEndNotice, eq(keyEndNotice.keyId, apiKey.id))
    .where(and(ends, isUnannounced))
    .orderBy(asc(apiKey.expiresAt), asc(apiKey.id))
    .limit(most)
    .all();
}

/** Notes that the user of a key was mailed about this end of it. */
export function noteKeyEnd(db: Db, keyId: number, expiresAt: EpochMs): void {
  db.insert(keyEndNotice)
    .values({ keyId, expiresAt })
    .onConflictDoUpdate({ target: keyEndNotice.keyId, set: { expiresAt } })
    .run();
}
