/** How far a node of a cluster has followed the log. Instants are those of `monotonicNow`, in milliseconds. */
export interface NodeState {
  /** Whether PostgreSQL answers. */
  readonly isConnected: boolean;
  /** The number of the last entry that it has applied. */
  readonly sequence: number;
  /** Whether PostgreSQL has a standby that commits wait for; undefined before that is known. */
  readonly isSynchronous: boolean | undefined;
  /** The nodes that have been silent for a minute. */
  readonly lostNodes: readonly string[];
  /** How many entries it is known to lack. */
  readonly behind: number;
  /** When it last was known to have every entry; undefined: never since it was started. */
  readonly currentAt: number | undefined;
  /** How far PostgreSQL's clock is ahead of `monotonicNow`; undefined before it was measured. */
  readonly clockAheadMs: number | undefined;
}

/** How old the state of a node may be at `nowMs`, in milliseconds: infinite, if nothing is known. */
export function ageOf(state: NodeState | undefined, nowMs: number): number {
  return state?.currentAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, nowMs - state.currentAt);
}

/**
 * Until when a node may answer (B10), by `monotonicNow`: a key or a network that was revoked meanwhile would still be
 * accepted. Without PostgreSQL's clock it would not know which names are free.
 */
export function usableUntil(state: NodeState | undefined, maxStaleMs: number): number {
  if (state?.currentAt === undefined || state.clockAheadMs === undefined) return Number.NEGATIVE_INFINITY;
  return state.currentAt + maxStaleMs;
}
