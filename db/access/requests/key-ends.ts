import { apiKey, apiUser } from '#db/access/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, gt, isNull, lte, ne, or } from '#db/drizzle.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { keyEndNotice } from './schema.ts';

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
