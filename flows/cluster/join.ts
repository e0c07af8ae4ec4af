import { type Cluster, cluster, joinCluster } from '#db/cluster/cluster.ts';
import { setOwnNode } from '#db/process-identity.ts';
import { setClusterClock } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';

/**
 * Makes this process a part of the cluster of `CLUSTER_URL`, if it is set. Call it before the process opens its database.
 *
 * @returns undefined without a cluster
 */
export function joinOwnCluster(): Cluster | undefined {
  const { cluster: given, databaseFile } = settings();
  if (given === undefined) return undefined;
  setOwnNode(given.node);
  if (given.clockAheadMs !== undefined) setClusterClock(given.clockAheadMs);
  return cluster() ?? joinCluster({ ...given, databaseFile });
}
