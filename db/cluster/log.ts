import type { ChainedEntry } from '#lib/cluster/entry.ts';
import type { Position } from './position.ts';
import { presenceTable } from './presence.ts';
import type { Session } from './session.ts';
import { dayTables, windowTables } from './spending.ts';

/** An entry as the log has it. */
export interface LoggedEntry extends ChainedEntry {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** The tables of the log; repeated runs change nothing. */
const tables = `
  CREATE TABLE IF NOT EXISTS watea_head (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    cluster uuid NOT NULL,
    sequence bigint NOT NULL,
    hash bytea NOT NULL
  ) WITH (fillfactor = 10);
  CREATE TABLE IF NOT EXISTS watea_entry (
    sequence bigint PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    node text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    hash bytea NOT NULL,
    body bytea NOT NULL
  );
  ALTER TABLE watea_entry ALTER COLUMN body SET STORAGE EXTERNAL;
  ${presenceTable};
  ${dayTables}
  ${windowTables}`;

const channel = 'watea_log';

/** How long making the tables, and sending large entries, may take, in milliseconds. */
const longMs = 10_000;
/** An entry below this size is appended as quickly as any question is answered. */
const smallBytes = 256 * 1024;

export async function hasLog(session: Session): Promise<boolean> {
  const { rows } = await session.query("SELECT to_regclass('watea_entry') IS NOT NULL AS found");
  return rows[0]?.found === true;
}

export async function makeLog(session: Session): Promise<void> {
  await session.script(`BEGIN; SELECT pg_advisory_xact_lock(${0x57617465}); ${tables}; COMMIT`, longMs);
}

/** Whether a commit waits for a standby. */
export async function isSynchronous(session: Session): Promise<boolean> {
  const { rows } = await session.query("SELECT current_setting('synchronous_standby_names') <> '' AS synchronous");
  return rows[0]?.synchronous === true;
}

/** The log's end; undefined in a log without a cluster. */
export async function readHead(session: Session): Promise<Position | undefined> {
  const { rows } = await session.query('SELECT * FROM watea_head');
  return positionFrom(rows[0]);
}

export function positionFrom(row: Record<string, unknown> | undefined): Position | undefined {
  if (row === undefined) return undefined;
  return { cluster: String(row.cluster), sequence: Number(row.sequence), hash: row.hash as Buffer };
}

/** Begins the log of a cluster; in the transaction of `lockHead`. @returns false when another node was quicker */
export async function putFirstHead(session: Session, { cluster, sequence, hash }: Position): Promise<boolean> {
  const { rowCount } = await session.query(
    'INSERT INTO watea_head (cluster, sequence, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [cluster, sequence, hash],
  );
  return rowCount === 1;
}

/** Adds an entry and moves the head; in the transaction of `lockHead`. Who listens gets the node's name at the commit. */
export async function append(session: Session, node: string, { sequence, id, hash, body }: LoggedEntry): Promise<void> {
  await session.query(
    `WITH added AS (INSERT INTO watea_entry (sequence, id, node, hash, body) VALUES ($1, $2, $3, $4, $5))
     UPDATE watea_head SET sequence = $1, hash = $4 RETURNING pg_notify('${channel}', $3)`,
    [sequence, id, node, hash, body],
    body.length < smallBytes ? session.silenceMs : longMs,
  );
}

export async function listen(session: Session): Promise<void> {
  await session.query(`LISTEN ${channel}`);
}

/** The next entries behind `sequence`, in their order. */
export async function readEntries(session: Session, sequence: number): Promise<LoggedEntry[]> {
  const { rows } = await session.query(
    `SELECT sequence::float8, id::text, hash, body FROM watea_entry WHERE sequence > $1 ORDER BY sequence LIMIT ${entriesAtOnce}`,
    [sequence],
    longMs,
  );
  return rows as LoggedEntry[];
}

/** How large the entries behind `sequence` are together, in bytes. */
export async function bytesBehind(session: Session, sequence: number): Promise<number> {
  const { rows } = await session.query(
    'SELECT sum(octet_length(body))::float8 AS bytes FROM watea_entry WHERE sequence > $1',
    [sequence],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** How many entries `readEntries` returns at most. */
export const entriesAtOnce = 16;

/** The log's end, and the hash of an entry, which is undefined for one that the log does not have; in one question. */
export async function readHeadAndHash(session: Session, sequence: number) {
  const { rows } = await session.query(
    'SELECT *, (SELECT hash FROM watea_entry WHERE sequence = $1) AS found FROM watea_head',
    [sequence],
  );
  return { head: positionFrom(rows[0]), hash: (rows[0]?.found ?? undefined) as Buffer | undefined };
}

export async function hasEntry(session: Session, id: string): Promise<boolean> {
  const { rowCount } = await session.query('SELECT FROM watea_entry WHERE id = $1', [id]);
  return rowCount === 1;
}

/** PostgreSQL's time in epoch milliseconds. */
export async function readClock(session: Session): Promise<number> {
  const { rows } = await session.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
  return Number(rows[0]?.now);
}

/** No entry is kept longer, in days: entries have email addresses, which are deleted after 90 days. */
const keptDays = 30;
const trimmedAtOnce = 500;

/** Removes the entries up to `sequence`, and those that are too old. @returns how many */
export async function trim(session: Session, sequence: number): Promise<number> {
  for (let count = 0; ; ) {
    const { rowCount } = await session.query(
      `DELETE FROM watea_entry WHERE sequence IN (SELECT sequence FROM watea_entry
         WHERE sequence <= $1 OR written_at < clock_timestamp() - interval '${keptDays} days'
         ORDER BY sequence LIMIT ${trimmedAtOnce})`,
      [sequence],
      longMs,
    );
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < trimmedAtOnce) return count;
  }
}
