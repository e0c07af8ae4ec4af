import type { Connection, Db } from '#db/client.ts';
import { asc, eq, sql } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { apiKey, apiUser } from './schema.ts';

export type ApiUser = typeof apiUser.$inferSelect;

/** The details of a user of the broadband API that staff record. */
export type UserDetails = Pick<ApiUser, 'email' | 'name' | 'organisation' | 'note'>;

export function getUser({ db }: Pick<Connection, 'db'>, id: number): ApiUser | undefined {
  return db.select().from(apiUser).where(eq(apiUser.id, id)).get();
}

/** The user with this email address; case does not matter. */
export function getUserByEmail(db: Db, email: string): ApiUser | undefined {
  return db.select().from(apiUser).where(sql`${apiUser.email} = ${email} COLLATE NOCASE`).get();
}

/** The keys of a user, including revoked ones, oldest first. */
export function keysOfUser(db: Db, userId: number): { readonly id: number; readonly prefix: string }[] {
  return db
    .select({ id: apiKey.id, prefix: apiKey.prefix })
    .from(apiKey)
    .where(eq(apiKey.userId, userId))
    .orderBy(asc(apiKey.id))
    .all();
}

/** @returns the new user's id */
export function insertUser(db: Db, details: Partial<UserDetails> & Pick<ApiUser, 'email'>, nowMs: number): number {
  return db
    .insert(apiUser)
    .values({ ...details, createdAt: nowMs })
    .returning({ id: apiUser.id })
    .get().id;
}

export function updateUser(db: Db, id: number, details: UserDetails): void {
  db.update(apiUser).set(details).where(eq(apiUser.id, id)).run();
}

/** Deletes a user with all their keys. */
export function deleteUser(db: Db, id: number, nowMs: number): void {
  db.delete(apiUser).where(eq(apiUser.id, id)).run();
  bumpGeneration(db, 'keys', nowMs);
}

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
