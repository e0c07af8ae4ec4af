import { type NodeCount, type SecondCount, type SharedCounts, sharedSeconds } from '#lib/access/limit/shares.ts';
import { lostAfterMs } from './presence.ts';
import type { Servers } from './primary.ts';
import type { Session } from './session.ts';

/** What a subject has spent of its limit per day, on one node or on several together. */
export interface SpentToday {
  readonly subject: string;
  readonly count: number;
}

/** The tables beside the log with what each node has counted, per day and in the last seconds; repeated runs change nothing. */
export const spendingTable = `CREATE TABLE IF NOT EXISTS watea_spent (
    day text NOT NULL,
    subject text NOT NULL,
    node text NOT NULL,
    count bigint NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (day, subject, node)
  );
  CREATE INDEX IF NOT EXISTS watea_spent_changed ON watea_spent (day, changed_at);
  CREATE UNLOGGED TABLE IF NOT EXISTS watea_spent_second (
    node text NOT NULL,
    second bigint NOT NULL,
    subject text NOT NULL,
    count integer NOT NULL,
    quota integer NOT NULL,
    PRIMARY KEY (node, second, subject)
  )`;

/** How long counts of a second are kept, in seconds. They are in no backup and on no standby. */
const keptSeconds = 10;

/** How much longer than since the last time is asked for, in seconds: transactions end in another order than they begin. */
const overlapSeconds = 10;

/** Exchanges with the other nodes what limits per day have counted, beside the log. */
export class SpendingExchange {
  readonly #servers: Servers;
  readonly #node: string;
  #session: Session | undefined;
  #day = '';
  #readAt = 0;

  constructor(servers: Servers, node: string) {
    this.#servers = servers;
    this.#node = node;
  }

  /**
   * What this node has spent on a day before, as it stored it.
   *
   * @param day its id, such as `2026-11-23`
   * @throws Refusal when PostgreSQL is away
   */
  async own(day: string): Promise<SpentToday[]> {
    const session = await this.#ready();
    const { rows } = await session.query(
      'SELECT subject, count::float8 AS count FROM watea_spent WHERE day = $1 AND node = $2',
      [day, this.#node],
    );
    return rows as SpentToday[];
  }

  /**
   * Stores what this node has spent on a day.
   *
   * @returns what all other nodes together have spent, of the subjects for which that has changed since the last time
   * @throws Refusal when PostgreSQL is away; the rows are then to be given again
   */
  async exchange(day: string, rows: readonly SpentToday[]): Promise<SpentToday[]> {
    const session = await this.#ready();
    if (rows.length > 0) await this.#store(session, day, rows);
    if (day !== this.#day) {
      await session.query('DELETE FROM watea_spent WHERE day < $1', [day]);
      this.#day = day;
      this.#readAt = 0;
    }
    return await this.#changed(session, day);
  }

  /**
   * Stores what this node has spent in seconds that have ended.
   *
   * @param second the present one
   * @throws Refusal when PostgreSQL is away
   */
  async exchangeSeconds(second: number, counts: readonly SecondCount[]): Promise<SharedCounts> {
    const session = await this.#ready();
    const node = this.#node;
    const column = (name: keyof SecondCount) => counts.map((row) => row[name]);
    await session.query(
      `WITH old AS (DELETE FROM watea_spent_second WHERE node = $1 AND second < $2)
       INSERT INTO watea_spent_second (node, second, subject, count, quota)
       SELECT $1, * FROM unnest($3::bigint[], $4::text[], $5::int[], $6::int[])
       ON CONFLICT (node, second, subject) DO UPDATE SET count = excluded.count, quota = excluded.quota`,
      [node, second - keptSeconds, column('second'), column('subject'), column('count'), column('quota')],
    );
    const { rows } = await session.query(
      `SELECT (SELECT count(*)::int FROM watea_node WHERE seen_at > clock_timestamp() - $2 * interval '1 millisecond') AS nodes,
         (SELECT coalesce(json_agg(s), '[]') FROM watea_spent_second s WHERE second >= $1) AS rows`,
      [second - sharedSeconds, lostAfterMs],
    );
    const [found] = rows as { readonly nodes: number; readonly rows: NodeCount[] }[];
    return { rows: found?.rows ?? [], node, nodes: found?.nodes ?? 1, second };
  }

  close(): void {
    this.#session?.close();
  }

  async #store(session: Session, day: string, rows: readonly SpentToday[]): Promise<void> {
    const subjects = rows.map(({ subject }) => subject);
    const counts = rows.map(({ count }) => count);
    await session.query(
      `INSERT INTO watea_spent (day, subject, node, count, changed_at)
       SELECT $1, subject, $2, count, clock_timestamp() FROM unnest($3::text[], $4::bigint[]) AS given (subject, count)
       ON CONFLICT (day, subject, node) DO UPDATE SET count = excluded.count, changed_at = excluded.changed_at`,
      [day, this.#node, subjects, counts],
    );
  }

  async #changed(session: Session, day: string): Promise<SpentToday[]> {
    const { rows } = await session.query(
      `SELECT subject, sum(count)::float8 AS count, extract(epoch FROM clock_timestamp())::float8 AS "readAt"
       FROM watea_spent WHERE day = $1 AND node <> $2 AND subject IN (
         SELECT subject FROM watea_spent WHERE day = $1 AND node <> $2 AND changed_at > to_timestamp($3))
       GROUP BY subject`,
      [day, this.#node, Math.max(0, this.#readAt - overlapSeconds)],
    );
    const found = rows as (SpentToday & { readonly readAt: number })[];
    this.#readAt = found[0]?.readAt ?? this.#readAt;
    return found.map(({ subject, count }) => ({ subject, count }));
  }

  async #ready(): Promise<Session> {
    if (this.#session?.isOpen !== true) this.#session = await this.#servers.connect();
    return this.#session;
  }
}
