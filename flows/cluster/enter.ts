import type { Cluster, Entrance } from '#db/cluster/cluster.ts';
import { monotonicNow, setClusterClock, sharedNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { takeBase } from './bases.ts';
import { joinOwnCluster } from './join.ts';

/**
 * Brings the file of this node to the end of the log, once when a server starts; from then on this process goes by
 * PostgreSQL's clock.
 *
 * @returns undefined without a cluster
 * @throws Refusal when PostgreSQL is away or confirms without a standby, and when the node needs a base and finds none
 */
export async function enterOwnCluster(): Promise<Entrance | undefined> {
  const node = joinOwnCluster();
  if (node === undefined) return undefined;
  const { cluster: given, databaseFile } = settings();
  const baseDir = given?.baseDir;
  const entrance = await node.enter({
    takeBase: baseDir === undefined ? undefined : () => takeBase(databaseFile, baseDir, sharedNow()),
  });
  takeClock(node);
  return entrance;
}

/**
 * Joins for a command, which goes by PostgreSQL's clock too. While PostgreSQL is away, a command that only reads goes by
 * its machine's.
 *
 * @returns what to close when the command ends; undefined without a cluster
 */
export async function joinForCommand(): Promise<Cluster | undefined> {
  const node = joinOwnCluster();
  await node?.measureClock().catch(() => undefined);
  if (node !== undefined) takeClock(node);
  return node;
}

function takeClock(node: Cluster): void {
  const clusterNowMs = node.nowMs();
  if (clusterNowMs !== undefined) setClusterClock(clusterNowMs - monotonicNow());
}
