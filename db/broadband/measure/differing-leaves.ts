import { leavesOfVersion } from '#db/broadband/cells.ts';
import { coverageCell } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { alias, and, asc, eq, gte, isNull, lt, ne, or, sql } from '#db/drizzle.ts';
import { type PreparedStatement, preparedStatement } from '#db/prepared-statement.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';

/** The leaves of two versions, in key order, that the other does not have in the same place with the same bytes. */
export interface DifferingLeaves {
  readonly before: readonly Leaf[];
  readonly after: readonly Leaf[];
  /** All leaves with smaller keys have been compared. */
  readonly end: number;
}

/** Leaves of each version that are compared at once: a few milliseconds. */
const batch = 2000;

/** Compares the cell indexes of two versions, from the first key to the last; no statement is open between two results. */
export function* differingLeaves(
  connection: Connection,
  versionId: number,
  baseId: number,
): Generator<DifferingLeaves, void> {
  const ends = [endOfBatch(connection, versionId), endOfBatch(connection, baseId)];
  const beforeOf = leavesWithoutEqual(connection, baseId, versionId);
  const afterOf = leavesWithoutEqual(connection, versionId, baseId);
  for (let first = 0; first < KEY_SPAN; ) {
    const end = Math.min(...ends.map((endOf) => endOf(first)));
    yield { before: beforeOf(first, end), after: afterOf(first, end), end };
    first = end;
  }
}

/** All leaves of a version, as it differs from one that has none. */
export function* allLeaves(connection: Connection, versionId: number): Generator<DifferingLeaves, void> {
  const endOf = endOfBatch(connection, versionId);
  for (let firstKey = 0; firstKey < KEY_SPAN; ) {
    const end = endOf(firstKey);
    yield { before: [], after: [...leavesOfVersion(connection, versionId, { firstKey, keys: end - firstKey })], end };
    firstKey = end;
  }
}

/** Finds the key of the leaf that follows a batch; KEY_SPAN if no leaf does. */
function endOfBatch(connection: Connection, versionId: number): (firstKey: number) => number {
  const origin = versionId * KEY_SPAN;
  const query = connection.db
    .select({ id: coverageCell.id })
    .from(coverageCell)
    .where(and(gte(coverageCell.id, sql.placeholder('first')), lt(coverageCell.id, sql.placeholder('end'))))
    .orderBy(asc(coverageCell.id))
    .limit(1)
    .offset(batch);
  const statement = preparedStatement<[number]>(connection, query);
  return (firstKey) => (statement.get(origin + firstKey, origin + KEY_SPAN)?.[0] ?? origin + KEY_SPAN) - origin;
}

function leavesWithoutEqual(
  connection: Connection,
  versionId: number,
  otherId: number,
): (firstKey: number, endKey: number) => Leaf[] {
  const origin = versionId * KEY_SPAN;
  const other = alias(coverageCell, 'other');
  const shift = (otherId - versionId) * KEY_SPAN;
  const query = connection.db
    .select({ id: coverageCell.id, body: coverageCell.body })
    .from(coverageCell)
    .leftJoin(other, eq(other.id, sql`${coverageCell.id} + ${sql.raw(String(shift))}`))
    .where(
      and(
        gte(coverageCell.id, sql.placeholder('first')),
        lt(coverageCell.id, sql.placeholder('end')),
        or(isNull(other.id), ne(other.body, coverageCell.body)),
      ),
    )
    .orderBy(asc(coverageCell.id));
  const statement: PreparedStatement<[number, Buffer]> = preparedStatement(connection, query);
  return (firstKey, endKey) =>
    statement.all(origin + firstKey, origin + endKey).map(([id, body]) => ({ key: id - origin, body }));
}
