import { apiUser } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';

export const userSorts = ['email', 'name', 'organisation', 'keys', 'created'] as const;

export interface UserQuery extends PageRequest<(typeof userSorts)[number]> {
  /** Part of an email address, name, organisation or note; empty for all. */
  readonly search: string;
}

/** `keys`: how many keys are neither revoked nor expired. */
export type ListedUser = Omit<typeof apiUser.$inferSelect, 'note'> & { readonly keys: number };

/** A page of the users of the broadband service, as they are at `nowMs`. */
export function pageOfUsers({ db }: Connection, wanted: UserQuery, nowMs: number): Page<ListedUser> {
  const keys = sql<number>`(SELECT count(*) FROM api_key WHERE user_id = api_user.id AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ${nowMs}))`;
  const { id, email, name, organisation, note, createdAt } = apiUser;
  return pageOf(db, wanted, {
    table: apiUser,
    matches: anyContains(wanted.search, email, name, organisation, note),
    sorts: {
      email,
      name: sql`nullif(${name}, '') COLLATE NOCASE`,
      organisation: sql`nullif(${organisation}, '') COLLATE NOCASE`,
      keys,
      created: createdAt,
    },
    select: (isOnPage) => db.select({ id, email, name, organisation, createdAt, keys }).from(apiUser).where(isOnPage),
  });
}
