import { apiUser } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { count, inArray, or, sql } from '#db/drizzle.ts';
import { containsText, offsetOf, orderOf, type Page, type PageRequest } from '#db/page.ts';

export const userSorts = ['email', 'name', 'organisation', 'keys', 'created'] as const;

export interface UserQuery extends PageRequest<(typeof userSorts)[number]> {
  /** Part of an e-mail address, name, organisation or note; empty for all. */
  readonly search: string;
}

export interface ListedUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
  readonly createdAt: number;
  /** How many keys stand, neither revoked nor expired. */
  readonly keys: number;
}

/** A page of the users of the broadband service, as they stand at `nowMs`. */
export function pageOfUsers({ db }: Connection, wanted: UserQuery, nowMs: number): Page<ListedUser> {
  const keys = sql<number>`(SELECT count(*) FROM api_key WHERE user_id = api_user.id AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ${nowMs}))`;
  const columns = {
    email: apiUser.email,
    name: sql`nullif(${apiUser.name}, '') COLLATE NOCASE`,
    organisation: sql`nullif(${apiUser.organisation}, '') COLLATE NOCASE`,
    keys,
    created: apiUser.createdAt,
  };
  const { search } = wanted;
  const matches =
    search === ''
      ? undefined
      : or(...[apiUser.email, apiUser.name, apiUser.organisation, apiUser.note].map((of) => containsText(of, search)));
  const { limit, offset } = offsetOf(wanted);
  const { id, email, name, organisation, createdAt } = apiUser;
  const order = orderOf(wanted, columns, apiUser.id);
  // the page's users first, by as little as the order takes, then what is told of them
  const ids = db
    .select({ id })
    .from(apiUser)
    .where(matches)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const rows = db
    .select({ id, email, name, organisation, createdAt, keys })
    .from(apiUser)
    .where(inArray(id, ids))
    .orderBy(...order)
    .all();
  const total = db.select({ total: count() }).from(apiUser).where(matches).get()?.total ?? 0;
  return { rows, total };
}
