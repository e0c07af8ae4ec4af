import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sharedNow } from '#lib/clock.ts';
import { getProcessWide, setProcessWide } from '#lib/process-wide.ts';

const nodeKey = 'own-node';

/** Names the node of a cluster that this process is a part of. */
export function setOwnNode(name: string): void {
  setProcessWide(nodeKey, name);
}

/** The name of this node; null outside of a cluster. */
export const ownNode = (): string | null => getProcessWide<string>(nodeKey) ?? null;

/** Where this process runs: nodes may be machines of the same name, or on one machine. */
const ownPlace = () => ownNode() ?? hostname();

/** A unique name for this process and one of its tasks, so that other processes can see who has a lock or a lease. */
export function newProcessIdentity(): string {
  return `${ownPlace()} ${process.pid} ${randomUUID()}`;
}

/** The number that the operating system gave the process of an identity; undefined for one of another node. */
export function processIdOf(identity: string): number | undefined {
  const [place, pid] = identity.split(' ');
  return place === ownPlace() ? Number(pid) : undefined;
}

/**
 * Whether a process is dead: its last heartbeat is older than `deadAfterMs`, or it no longer exists on this node.
 * Heartbeats use the clock that processes share (`sharedNow`).
 */
export function isDeadProcess(identity: string, beatAt: number, deadAfterMs: number, nowMs = sharedNow()): boolean {
  // in both directions: setting the clock back must not keep a dead process alive
  if (Math.abs(nowMs - beatAt) > deadAfterMs) return true;
  const pid = processIdOf(identity);
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
