import { getMember, setMember } from './membership.ts';
import { Node } from './node.ts';
import type { Cluster, ClusterSettings } from './types.ts';

export type { Cluster, ClusterSettings, Entrance, Follower, StoppedReason } from './types.ts';

/** Makes this process a part of a cluster, before it opens its database. */
export function joinCluster(settings: ClusterSettings): Cluster {
  const node = new Node(settings);
  setMember(node);
  return node;
}

/** The cluster of this process. */
export function cluster(): Cluster | undefined {
  return getMember<Cluster>();
}
