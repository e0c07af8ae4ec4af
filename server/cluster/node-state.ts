import { monotonicNow, setClusterClock } from '#lib/clock.ts';
import { ageOf, type NodeState, usableUntil } from '#lib/cluster/node-state.ts';
import { settings } from '#lib/env.ts';
import { getProcessWide, setProcessWide } from '#lib/process-wide.ts';
import type { NodeRemark, UnreadyReason } from '#lib/readiness.ts';

const key = 'node-state';

/** The last report of the follower. */
interface Known {
  readonly state: NodeState;
  /** Until when this process may answer, by `performance.now`, which is cheaper to ask than the clock of all processes. */
  readonly usableUntil: number;
}

const known = () => getProcessWide<Known>(key);

/** Takes a report of the follower, which each process of the node gets; it also sets the clock of this process. */
export function setNodeState(state: NodeState): void {
  const { cluster } = settings();
  if (cluster === undefined) return;
  if (state.clockAheadMs !== undefined) setClusterClock(state.clockAheadMs);
  const until = usableUntil(state, cluster.maxStaleMs) + performance.now() - monotonicNow();
  setProcessWide<Known>(key, { state, usableUntil: until });
}

/** Whether this process must answer neither API, because its state may be too old (B10); never outside of a cluster. */
export function isNodeStale(): boolean {
  if (settings().cluster === undefined) return false;
  const report = known();
  return report === undefined || performance.now() > report.usableUntil;
}

/** How old the state of this node may be, in milliseconds; undefined outside of a cluster. */
export function nodeAgeMs(): number | undefined {
  return settings().cluster === undefined ? undefined : ageOf(known()?.state, monotonicNow());
}

/** The last report of the follower; undefined outside of a cluster, and before the first. */
export function nodeState(): NodeState | undefined {
  return known()?.state;
}

/** Why this node should get no requests; none outside of a cluster. */
export function nodeReasons(): UnreadyReason[] {
  const { cluster } = settings();
  if (cluster === undefined || !isNodeStale()) return [];
  const { node, maxStaleMs } = cluster;
  const ageMs = ageOf(known()?.state, monotonicNow());
  return Number.isFinite(ageMs) && ageMs > maxStaleMs
    ? [{ code: 'node-stale', node, ageMs, maxStaleMs }]
    : [{ code: 'node-not-joined', node }];
}

/** What `/readyz` says about this node besides; none outside of a cluster. */
export function nodeRemarks(): NodeRemark[] {
  const { cluster } = settings();
  const state = nodeState();
  if (cluster === undefined || state === undefined) return [];
  const { isConnected, sequence, behind } = state;
  return [{ node: cluster.node, isConnected, sequence, behind, ageMs: ageOf(state, monotonicNow()) }];
}
