import { apiKey, apiUser } from '#db/access/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, eq, gt, isNull, or, sql } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { preparedStatement } from '#db/prepared-statement.ts';

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

/** How many keys of a user work. */
export function countWorkingKeys(db: Db, userId: number, nowMs: number): number {
  const works = and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, nowMs)));
  const own = and(eq(apiKey.userId, userId), works);
  return db.select({ total: count() }).from(apiKey).where(own).get()?.total ?? 0;
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
