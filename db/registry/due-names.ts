import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { offsetOf, type Page, type PageRequest } from '#db/page.ts';
import { latestCancelledTaken } from '#lib/registry/release/release.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { isCurrentState } from './states.ts';

/** A name that a release job releases (ASCII form), and the state that it marks. */
export interface DueName {
  readonly name: string;
  readonly revision: number;
  readonly registered: EpochSeconds;
  readonly cancelled: EpochSeconds;
}

const from = `FROM domain AS state INDEXED BY domain_pending
  WHERE cancelled <= @latestCancelled AND free_at IS NULL AND superseded = 0 AND ${isCurrentState('@published')}`;

/** The names that the job of a schedule date would release from the register as published now, by name. */
export function dueNames(connection: Connection, scheduleDate: EpochMs): DueName[] {
  return connection.sqlite
    .prepare<object, DueName>(`SELECT name, revision, registered, cancelled ${from} ORDER BY name`)
    .all(asOfNow(connection, scheduleDate));
}

/** How many names the job of a schedule date would release from the register as published now. */
export function countDueNames(connection: Connection, scheduleDate: EpochMs): number {
  const statement = connection.sqlite.prepare<object, number>(`SELECT count(*) ${from}`).pluck();
  return statement.get(asOfNow(connection, scheduleDate)) ?? 0;
}

/** A page of `dueNames`. */
export function pageOfDueNames(
  connection: Connection,
  scheduleDate: EpochMs,
  wanted: Pick<PageRequest<string>, 'page' | 'pageSize'>,
): Page<DueName> {
  const rows = connection.sqlite
    .prepare<object, DueName>(
      `SELECT name, revision, registered, cancelled ${from} ORDER BY name LIMIT @limit OFFSET @offset`,
    )
    .all({ ...asOfNow(connection, scheduleDate), ...offsetOf(wanted) });
  return { rows, total: countDueNames(connection, scheduleDate) };
}

/** Gives each of these names a state of `revision` with the release job's mark, from when on it is available (R9). */
export function markNames({ sqlite }: Connection, names: readonly DueName[], revision: number, freeAt: EpochMs): void {
  const mark = sqlite.prepare<[number, number, string, number]>(
    `INSERT INTO domain (name, revision, registered, cancelled, free_at)
     SELECT name, ?, registered, cancelled, ? FROM domain WHERE name = ? AND revision = ?`,
  );
  const supersede = sqlite.prepare<[string, number]>(
    'UPDATE domain SET superseded = 1 WHERE name = ? AND revision = ?',
  );
  for (const { name, revision: former } of names) {
    mark.run(revision, freeAt, name, former);
    supersede.run(name, former);
  }
}

function asOfNow({ db }: Connection, scheduleDate: EpochMs) {
  const { value: published } = readGeneration(db, 'register');
  return { latestCancelled: latestCancelledTaken(scheduleDate), published };
}
