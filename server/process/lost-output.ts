/** The reader has gone away, or the disk of the file takes no more. */
const lost: readonly unknown[] = ['EPIPE', 'ENOSPC', 'EDQUOT', 'EIO'];

/**
 * Keeps a process running when its output cannot be written: a pager is closed, a log collector restarts, the disk of the
 * log is full. Otherwise a failed write would be an uncaught error, which Next reports on standard error: another failed
 * write, and so on endlessly. (The log handles this itself.)
 */
export function ignoreLostOutput(): void {
  process.stdout.on('error', throwUnlessLost);
  process.stderr.on('error', throwUnlessLost);
}

function throwUnlessLost(fault: NodeJS.ErrnoException): void {
  if (!lost.includes(fault.code)) throw fault;
}
