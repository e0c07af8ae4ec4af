import type { Session } from './session.ts';

/** How long a node may be silent before others take over its work, in milliseconds. */
export const lostAfterMs = 60_000;
/** How long the commit of a sign of life waits for the standby, in milliseconds. */
const commitMs = 3000;

/** The table of the log that has each node's last sign of life; repeated runs change nothing. */
export const presenceTable = `CREATE TABLE IF NOT EXISTS watea_node (
    node text PRIMARY KEY,
    sequence bigint NOT NULL,
    seen_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`;

/**
 * Shows the others that a node lives, and how far it is. Only the present primary can confirm it: an old one, which has not
 * noticed that another was promoted, has no standby any more. So a node knows by it that what it reads there is current.
 *
 * @returns the nodes that have been silent for a minute; undefined when it is not certain that this is the primary
 */
export async function showPresence(session: Session, node: string, sequence: number): Promise<string[] | undefined> {
  await session.script('BEGIN; SET LOCAL synchronous_commit = on');
  await session.query(
    `INSERT INTO watea_node (node, sequence, seen_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (node) DO UPDATE SET sequence = excluded.sequence, seen_at = excluded.seen_at`,
    [node, sequence],
  );
  const { rows } = await session.query(
    `SELECT node FROM watea_node WHERE seen_at < clock_timestamp() - $1 * interval '1 millisecond' ORDER BY node`,
    [lostAfterMs],
  );
  const isCertain = await session.commit(commitMs);
  return isCertain ? rows.map((row: Record<string, unknown>) => String(row.node)) : undefined;
}
