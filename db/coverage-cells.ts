import { and, asc, desc, gte, lt, lte } from 'drizzle-orm';
import { cellKey, KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { offersAt } from '#lib/broadband/coverage/offers-at.ts';
import type { Point } from '#lib/broadband/point.ts';
import type { Connection } from './client.ts';
import { coverageCell } from './schema.ts';

/** A version's leaves in key order, one row at a time. */
export function* leavesOfVersion({ db, sqlite }: Connection, versionId: number): Generator<Leaf, void> {
  const first = versionId * KEY_SPAN;
  const query = db
    .select({ id: coverageCell.id, body: coverageCell.body })
    .from(coverageCell)
    .where(and(gte(coverageCell.id, first), lt(coverageCell.id, first + KEY_SPAN)))
    .orderBy(asc(coverageCell.id))
    .toSQL();
  const rows = sqlite
    .prepare(query.sql)
    .raw()
    .iterate(...query.params);
  for (const [id, body] of rows as Iterable<[number, Buffer]>) yield { key: id - first, body };
}

/** The ids of the offers of a version that cover a point of the service area, ascending. */
export function offersOfVersionAt({ db }: Connection, versionId: number, { x, y }: Point): number[] {
  const first = versionId * KEY_SPAN;
  const cell = db
    .select()
    .from(coverageCell)
    .where(and(gte(coverageCell.id, first), lte(coverageCell.id, first + cellKey(x, y))))
    .orderBy(desc(coverageCell.id))
    .limit(1)
    .get();
  return cell === undefined ? [] : offersAt(cell.id - first, cell.body, x, y);
}
