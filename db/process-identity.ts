import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Names this process, and one thing it does, among all that use the database. */
export function newProcessIdentity(): string {
  return `${hostname()} ${process.pid} ${randomUUID()}`;
}

/**
 * Whether a holder is dead: it gave no sign of life for longer than `deadAfterMs`, or its process is gone from this
 * machine. Signs of life are in the machine's own clock, not the one that `WATEA_NOW` moves.
 */
export function isDeadProcess(holder: string, beatAt: number, deadAfterMs: number): boolean {
  // either way: a clock that was set back must not keep the dead alive
  if (Math.abs(Date.now() - beatAt) > deadAfterMs) return true;
  const [host, pid] = holder.split(' ');
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
