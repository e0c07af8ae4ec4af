import { lostAfterMs } from '#db/cluster/presence.ts';
import type { Session } from '#db/cluster/session.ts';
import { type NodeCount, type SecondCount, type SharedCounts, sharedSeconds } from '#lib/access/limit/shares.ts';

/** Of limits per second; of the limit of refusals, in windows of ten seconds. */
const tables = { second: 'watea_spent_second', refusals: 'watea_spent_refusals' } as const;

/** The tables beside the log with what each node has counted in the last windows, in no backup and on no standby; repeated runs change nothing. */
export const windowTables = Object.values(tables)
  .map(
    (table) => `CREATE UNLOGGED TABLE IF NOT EXISTS ${table} (
    node text NOT NULL,
    second bigint NOT NULL,
    subject text NOT NULL,
    count integer NOT NULL,
    quota integer NOT NULL,
    PRIMARY KEY (node, second, subject)
  );`,
  )
  .join('\n');

/** How many windows are kept. */
const kept = 10;

/** What the nodes have counted in the last windows of a limit. */
export class WindowCounts {
  readonly #table: string;
  readonly #node: string;

  constructor(window: keyof typeof tables, node: string) {
    this.#table = tables[window];
    this.#node = node;
  }

  /** @param second the id of the present window */
  async exchange(session: Session, second: number, counts: readonly SecondCount[]): Promise<SharedCounts> {
    const node = this.#node;
    const column = (name: keyof SecondCount) => counts.map((row) => row[name]);
    await session.query(
      `WITH old AS (DELETE FROM ${this.#table} WHERE node = $1 AND second < $2)
       INSERT INTO ${this.#table} (node, second, subject, count, quota)
       SELECT $1, * FROM unnest($3::bigint[], $4::text[], $5::int[], $6::int[])
       ON CONFLICT (node, second, subject) DO UPDATE SET count = excluded.count, quota = excluded.quota`,
      [node, second - kept, column('second'), column('subject'), column('count'), column('quota')],
    );
    const { rows } = await session.query(
      `SELECT (SELECT count(*)::int FROM watea_node WHERE seen_at > clock_timestamp() - $2 * interval '1 millisecond') AS nodes,
         (SELECT coalesce(json_agg(s), '[]') FROM ${this.#table} s WHERE second >= $1) AS rows`,
      [second - sharedSeconds, lostAfterMs],
    );
    const [found] = rows as { readonly nodes: number; readonly rows: NodeCount[] }[];
    return { rows: found?.rows ?? [], node, nodes: found?.nodes ?? 1, second };
  }
}
