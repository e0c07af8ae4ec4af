import { apiKey, apiUser, keyUse } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from '#db/drizzle.ts';
import { containsText, offsetOf, orderOf, type Page, type PageRequest } from '#db/page.ts';
import { type keyStates, soonMs } from '#lib/access/keys/key-state.ts';

export const keySorts = ['prefix', 'user', 'label', 'created', 'expires', 'used'] as const;

export interface KeyQuery extends PageRequest<(typeof keySorts)[number]> {
  /** Of one user only. */
  readonly userId: number | undefined;
  /** The beginning of a key, or part of its user's e-mail address or organisation, or of its label; empty for all. */
  readonly search: string;
  readonly state: (typeof keyStates)[number] | undefined;
}

export interface ListedKey {
  readonly id: number;
  readonly prefix: string;
  readonly label: string;
  readonly userId: number;
  readonly email: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastNetwork: string | null;
}

const listed = {
  id: apiKey.id,
  prefix: apiKey.prefix,
  label: apiKey.label,
  userId: apiKey.userId,
  email: apiUser.email,
  createdAt: apiKey.createdAt,
  expiresAt: apiKey.expiresAt,
  revokedAt: apiKey.revokedAt,
  lastUsedAt: keyUse.lastUsedAt,
  lastNetwork: keyUse.lastNetwork,
};

/** A page of the keys, as they stand at `nowMs`. */
export function pageOfKeys({ db }: Connection, wanted: KeyQuery, nowMs: number): Page<ListedKey> {
  const columns = {
    prefix: apiKey.prefix,
    user: apiUser.email,
    label: sql`${apiKey.label} COLLATE NOCASE`,
    created: apiKey.createdAt,
    expires: apiKey.expiresAt,
    used: keyUse.lastUsedAt,
  };
  const matches = and(
    wanted.userId === undefined ? undefined : eq(apiKey.userId, wanted.userId),
    searchOf(db, wanted.search),
    stateOf(wanted.state, nowMs),
  );
  const { limit, offset } = offsetOf(wanted);
  // the page's keys first, by as little as the order takes, then what is told of them
  const ordered = db.select({ id: apiKey.id }).from(apiKey).$dynamic();
  if (wanted.sort === 'user') ordered.innerJoin(apiUser, eq(apiUser.id, apiKey.userId));
  if (wanted.sort === 'used') ordered.leftJoin(keyUse, eq(keyUse.keyId, apiKey.id));
  const order = orderOf(wanted, columns, apiKey.id);
  const ids = ordered
    .where(matches)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const rows = db
    .select(listed)
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .leftJoin(keyUse, eq(keyUse.keyId, apiKey.id))
    .where(inArray(apiKey.id, ids))
    .orderBy(...order)
    .all();
  return { rows, total: db.select({ total: count() }).from(apiKey).where(matches).get()?.total ?? 0 };
}

/** A key with its user and its last use. */
export function getKey({ db }: Connection, id: number) {
  return db
    .select({ ...listed, perSecond: apiKey.perSecond, perDay: apiKey.perDay, origins: apiKey.origins })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .leftJoin(keyUse, eq(keyUse.keyId, apiKey.id))
    .where(eq(apiKey.id, id))
    .get();
}

function searchOf(db: Connection['db'], search: string): SQL | undefined {
  if (search === '') return undefined;
  const keys = () => db.select({ id: apiKey.id }).from(apiKey);
  const users = db
    .select({ id: apiUser.id })
    .from(apiUser)
    .where(or(containsText(apiUser.email, search), containsText(apiUser.organisation, search)));
  // each by the index that it has; in one condition they would have every key read in the order that is wanted
  const found = keys()
    // a range, unlike LIKE, is found in the index; keys know capitals
    .where(and(gte(apiKey.prefix, search), lt(apiKey.prefix, `${search}\u{10FFFF}`)))
    .union(keys().where(inArray(apiKey.userId, users)))
    .union(keys().where(containsText(apiKey.label, search)));
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
