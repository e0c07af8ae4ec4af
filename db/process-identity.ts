import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sharedNow } from '#lib/clock.ts';

/** A unique name for this process and one of its tasks, so that other processes can see who has a lock or a lease. */
export function newProcessIdentity(): string {
  return `${hostname()} ${process.pid} ${randomUUID()}`;
}

/** The number that the operating system gave the process of an identity; undefined for one of another machine. */
export function processIdOf(identity: string): number | undefined {
  const [host, pid] = identity.split(' ');
  return host === hostname() ? Number(pid) : undefined;
}

/**
 * Whether a process is dead: its last heartbeat is older than `deadAfterMs`, or it no longer exists on this machine.
 * Heartbeats use the clock that processes share (`sharedNow`).
 */
export function isDeadProcess(identity: string, beatAt: number, deadAfterMs: number): boolean {
  // in both directions: setting the clock back must not keep a dead process alive
  if (Math.abs(sharedNow() - beatAt) > deadAfterMs) return true;
  const pid = processIdOf(identity);
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
