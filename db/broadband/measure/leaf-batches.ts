import { coverageCell } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, asc, count, gte, lt, sql } from '#db/drizzle.ts';
import { preparedStatement } from '#db/prepared-statement.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';

/** Leaves read at once: a few milliseconds, and a few hundred kilobytes. */
const batch = 1000;

/**
 * A version's leaves in key order, read in batches: no statement is open between two leaves, so that the caller may pause
 * and use the connection.
 */
export function* leavesInBatches(connection: Connection, versionId: number): Generator<Leaf, void> {
  const origin = versionId * KEY_SPAN;
  const query = connection.db
    .select({ id: coverageCell.id, body: coverageCell.body })
    .from(coverageCell)
    .where(and(gte(coverageCell.id, sql.placeholder('first')), lt(coverageCell.id, sql.placeholder('end'))))
    .orderBy(asc(coverageCell.id))
    .limit(batch);
  const statement = preparedStatement<[number, Buffer]>(connection, query);
  let first = origin;
  for (;;) {
    const rows = statement.all(first, origin + KEY_SPAN);
    for (const [id, body] of rows) yield { key: id - origin, body };
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    first = last[0] + 1;
  }
}

/** How many leaves a version has. */
export function countLeaves({ db }: Pick<Connection, 'db'>, versionId: number): number {
  const first = versionId * KEY_SPAN;
  const found = db
    .select({ leaves: count() })
    .from(coverageCell)
    .where(and(gte(coverageCell.id, first), lt(coverageCell.id, first + KEY_SPAN)))
    .get();
  return found?.leaves ?? 0;
}
