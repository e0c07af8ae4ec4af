import type { Connections } from './client.ts';
import { tidyCoverage } from './coverage-removal.ts';
import { removeUnpublishedRows } from './register-leftovers.ts';

/** Removes what imports that were killed left behind; none of it was ever visible. Runs that are at work are left alone. */
export async function removeUnfinished(connections: Connections, nowMs: number): Promise<void> {
  await removeUnpublishedRows(connections.writer);
  await tidyCoverage(connections, { nowMs });
}
