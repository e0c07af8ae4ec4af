import type { Connections } from '#db/client.ts';
import { tidyCoverage } from './broadband/remove-version.ts';
import { removeUnpublishedRows } from './registry/abandoned-runs.ts';

/** Removes what imports that were killed left behind; none of it was ever visible. Runs that are at work are left alone. */
export async function removeAbandoned(connections: Connections, nowMs: number): Promise<void> {
  await removeUnpublishedRows(connections.writer);
  await tidyCoverage(connections, { nowMs });
}
