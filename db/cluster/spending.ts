import { lostAfterMs } from '#db/cluster/presence.ts';
import type { Servers } from '#db/cluster/primary.ts';
import type { Session } from '#db/cluster/session.ts';
import { type NodeCount, type SecondCount, type SharedCounts, sharedSeconds } from '#lib/access/limit/shares.ts';

/** Exchanges with the other nodes what limits have counted, outside the log. All throw a Refusal when PostgreSQL is away. */
export class SpendingExchange {
  readonly #servers: Servers;
  readonly #accounts: DayCounts;
  readonly #visitors: DayCounts;
  readonly #seconds: WindowCounts;
  readonly #refusals: WindowCounts;
  #session: Session | undefined;

  constructor(servers: Servers, node: string) {
    this.#servers = servers;
    this.#accounts = new DayCounts('accounts', node);
    this.#visitors = new DayCounts('visitors', node);
    this.#seconds = new WindowCounts('second', node);
    this.#refusals = new WindowCounts('refusals', node);
  }

  /**
   * What keys and registrars have spent on this node on a day before, as it stored it.
   *
   * @param day its id, such as `2026-11-23`
   */
  async own(day: string): Promise<SpentToday[]> {
    return await this.#accounts.own(await this.#ready(), day);
  }

  /**
   * Stores what keys and registrars have spent here on a day; rows that could not be stored are to be given again.
   *
   * @returns what all other nodes together have spent, of the subjects for which that has changed since the last time
   */
  async exchange(day: string, rows: readonly SpentToday[]): Promise<SpentToday[]> {
    return await this.#accounts.exchange(await this.#ready(), day, rows);
  }

  /** The same of visitors. */
  async exchangeVisitors(day: string, rows: readonly SpentToday[]): Promise<SpentToday[]> {
    return await this.#visitors.exchange(await this.#ready(), day, rows);
  }

  /**
   * Stores what this node has spent in seconds that have ended.
   *
   * @param second the present one
   * @returns what all nodes have
   */
  async exchangeSeconds(second: number, counts: readonly SecondCount[]): Promise<SharedCounts> {
    return await this.#seconds.exchange(await this.#ready(), second, counts);
  }

  /** The same of refusals, whose windows take ten seconds. */
  async exchangeRefusals(window: number, counts: readonly SecondCount[]): Promise<SharedCounts> {
    return await this.#refusals.exchange(await this.#ready(), window, counts);
  }

  close(): void {
    this.#session?.close();
  }

  async #ready(): Promise<Session> {
    if (this.#session?.isOpen !== true) this.#session = await this.#servers.connect();
    return this.#session;
  }
}

/** Of limits per second; of the limit of refusals, in windows of ten seconds. */
const windowTableNames = { second: 'watea_spent_second', refusals: 'watea_spent_refusals' } as const;

/** The tables, outside the log, with what each node has counted in the last windows, in no backup and on no standby; repeated runs change nothing. */
export const windowTables = Object.values(windowTableNames)
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

  constructor(window: keyof typeof windowTableNames, node: string) {
    this.#table = windowTableNames[window];
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

/** What a subject has spent of its limit per day, on one node or on several together. */
export interface SpentToday {
  readonly subject: string;
  readonly count: number;
}

/** Of keys and registrars; of visitors, by their addresses, which are in no backup and on no standby. */
const dayTableNames = { accounts: 'watea_spent', visitors: 'watea_spent_visitor' } as const;

/** The tables, outside the log, with what each node has counted on a day; repeated runs change nothing. */
export const dayTables = Object.values(dayTableNames)
  .map(
    (table) => `CREATE ${table === dayTableNames.visitors ? 'UNLOGGED' : ''} TABLE IF NOT EXISTS ${table} (
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

  constructor(whose: keyof typeof dayTableNames, node: string) {
    this.#table = dayTableNames[whose];
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
