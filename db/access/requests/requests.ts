import type { Connection, Db } from '#db/client.ts';
import { and, count, desc, eq, inArray, lte, or, sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { type RequestState, requestDays, unconfirmedDays } from '#lib/access/requests.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { accessRequest } from './schema.ts';

export type AccessRequest = typeof accessRequest.$inferSelect;
export const requestSorts = ['came', 'name'] as const;

export interface RequestQuery extends PageRequest<(typeof requestSorts)[number]> {
  /** Part of a name, an organisation, an email address or a purpose; empty for all. */
  readonly search: string;
  readonly state: RequestState | undefined;
}

/** Stores a request. @returns its number */
export function insertRequest(db: Db, request: Omit<typeof accessRequest.$inferInsert, 'id'>): number {
  return db.insert(accessRequest).values(request).returning({ id: accessRequest.id }).get().id;
}

export function getRequest({ db }: Pick<Connection, 'db'>, id: number): AccessRequest | undefined {
  return db.select().from(accessRequest).where(eq(accessRequest.id, id)).get();
}

export function updateRequest(db: Db, id: number, changed: Partial<Omit<AccessRequest, 'id'>>): void {
  db.update(accessRequest).set(changed).where(eq(accessRequest.id, id)).run();
}

/** How many requests wait for staff. */
export function countOpenRequests({ db }: Pick<Connection, 'db'>): number {
  return db.select({ total: count() }).from(accessRequest).where(eq(accessRequest.state, 'open')).get()?.total ?? 0;
}

/** The requests of an email address whose case does not matter, newest first. */
export function requestsOf({ db }: Pick<Connection, 'db'>, email: string): AccessRequest[] {
  return db
    .select()
    .from(accessRequest)
    .where(sql`${accessRequest.email} = ${email} COLLATE NOCASE`)
    .orderBy(desc(accessRequest.id))
    .all();
}

/** A page of the requests. */
export function pageOfRequests({ db }: Pick<Connection, 'db'>, wanted: RequestQuery): Page<AccessRequest> {
  const { state, name, organisation, email, purpose, createdAt } = accessRequest;
  return pageOf(db, wanted, {
    table: accessRequest,
    matches: and(
      anyContains(wanted.search, name, organisation, email, purpose),
      wanted.state === undefined ? undefined : eq(state, wanted.state),
    ),
    sorts: { came: createdAt, name: sql`${name} COLLATE NOCASE` },
    select: (isOnPage) => db.select().from(accessRequest).where(isOnPage),
  });
}

/**
 * Deletes the requests that are older than `requestDays`, and unconfirmed ones that are older than `unconfirmedDays`, from
 * the pages of the file too.
 *
 * @param most how many at a time, since the write lock may be held only briefly
 * @returns how many were deleted
 */
export function forgetRequests({ db, sqlite }: Connection, nowMs: EpochMs, most = 200): number {
  const { id, state, createdAt } = accessRequest;
  const olderThan = (days: number) => lte(createdAt, nowMs - days * 86_400_000);
  const isOver = or(olderThan(requestDays), and(eq(state, 'unconfirmed'), olderThan(unconfirmedDays)));
  const old = db.select({ id }).from(accessRequest).where(isOver).limit(most).all();
  if (old.length === 0) return 0;
  sqlite.pragma('secure_delete = ON');
  const ids = old.map((row) => row.id);
  db.delete(accessRequest).where(inArray(id, ids)).run();
  sqlite.pragma('secure_delete = OFF');
  return old.length;
}
