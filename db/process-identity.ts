import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** A unique name for this process and one of its tasks, so that other processes can see who has a lock or a lease. */
export function newProcessIdentity(): string {
  return `${hostname()} ${process.pid} ${randomUUID()}`;
}

/**
 * Whether a process is dead: its last heartbeat is older than `deadAfterMs`, or it no longer exists on this machine.
 * Heartbeats use the machine's clock, not the one that `WATEA_NOW` moves.
 */
export function isDeadProcess(identity: string, beatAt: number, deadAfterMs: number): boolean {
  // in both directions: setting the clock back must not keep a dead process alive
  if (Math.abs(Date.now() - beatAt) > deadAfterMs) return true;
  const [host, pid] = identity.split(' ');
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
