import type { Session } from '#db/cluster/session.ts';

/** What a subject has spent of its limit per day, on one node or on several together. */
export interface SpentToday {
  readonly subject: string;
  readonly count: number;
}

/** Of keys and registrars; of visitors, by their addresses, which are in no backup and on no standby. */
const tables = { accounts: 'watea_spent', visitors: 'watea_spent_visitor' } as const;

/** The tables, outside the log, with what each node has counted on a day; repeated runs change nothing. */
export const dayTables = Object.values(tables)
  .map(
    (table) => `CREATE ${table === tables.visitors ? 'UNLOGGED' : ''} TABLE IF NOT EXISTS ${table} (
    day text NOT NULL,
    subject text NOT NULL,
    node text NOT NULL,
    count bigint NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (day, subject, node)
  );
  CREATE INDEX IF NOT EXISTS ${table}_changed ON ${table} (day, changed_at);`,
  )
  .join('\n');

/** How much longer than since the last time is asked for, in seconds: transactions end in another order than they begin. */
const overlapSeconds = 10;

/** What the nodes have counted on the present day. */
export class DayCounts {
  readonly #table: string;
  readonly #node: string;
  #day = '';
  #readAt = 0;

  constructor(whose: keyof typeof tables, node: string) {
    this.#table = tables[whose];
    this.#node = node;
  }

  async own(session: Session, day: string): Promise<SpentToday[]> {
    const { rows } = await session.query(
      `SELECT subject, count::float8 AS count FROM ${this.#table} WHERE day = $1 AND node = $2`,
      [day, this.#node],
    );
    return rows as SpentToday[];
  }

  async exchange(session: Session, day: string, rows: readonly SpentToday[]): Promise<SpentToday[]> {
    if (rows.length > 0) await this.#store(session, day, rows);
    if (day !== this.#day) {
      await session.query(`DELETE FROM ${this.#table} WHERE day < $1`, [day]);
      this.#day = day;
      this.#readAt = 0;
    }
    return await this.#changed(session, day);
  }

  async #store(session: Session, day: string, rows: readonly SpentToday[]): Promise<void> {
    const subjects = rows.map(({ subject }) => subject);
    const counts = rows.map(({ count }) => count);
    await session.query(
      `INSERT INTO ${this.#table} (day, subject, node, count, changed_at)
       SELECT $1, subject, $2, count, clock_timestamp() FROM unnest($3::text[], $4::bigint[]) AS given (subject, count)
       ON CONFLICT (day, subject, node) DO UPDATE SET count = excluded.count, changed_at = excluded.changed_at`,
      [day, this.#node, subjects, counts],
    );
  }

  async #changed(session: Session, day: string): Promise<SpentToday[]> {
    const { rows } = await session.query(
      `SELECT subject, sum(count)::float8 AS count, extract(epoch FROM clock_timestamp())::float8 AS "readAt"
       FROM ${this.#table} WHERE day = $1 AND node <> $2 AND subject IN (
         SELECT subject FROM ${this.#table} WHERE day = $1 AND node <> $2 AND changed_at > to_timestamp($3))
       GROUP BY subject`,
      [day, this.#node, Math.max(0, this.#readAt - overlapSeconds)],
    );
    const found = rows as (SpentToday & { readonly readAt: number })[];
    this.#readAt = found[0]?.readAt ?? this.#readAt;
    return found.map(({ subject, count }) => ({ subject, count }));
  }
}
