import { apiKey, apiUser, keyUse } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { searchedPrefix } from '#lib/access/keys/api-key.ts';
import { type keyStates, soonMs } from '#lib/access/keys/key-state.ts';

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
