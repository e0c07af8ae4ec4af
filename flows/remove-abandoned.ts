import type { Connections } from '#db/client.ts';
import { tidyCoverage } from './broadband/remove-version.ts';
import { removeAbandonedRuns } from './registry/abandoned-runs.ts';

/** Removes what killed imports left behind, none of which was ever visible. Running imports are left alone. */
export async function removeAbandoned(connections: Connections, nowMs: number): Promise<void> {
  await removeAbandonedRuns(connections.writer);
  await tidyCoverage(connections, { nowMs });
}
