/**
 * Keeps a process running when the reader of its output goes away: a pager is closed, a log collector restarts.
 * Otherwise a failed write would be an uncaught error, which Next reports on standard error: another failed write, and
 * so on endlessly. (The log handles this itself.)
 */
export function ignoreBrokenPipe(): void {
  process.stdout.on('error', throwUnlessBrokenPipe);
  process.stderr.on('error', throwUnlessBrokenPipe);
}

function throwUnlessBrokenPipe(fault: NodeJS.ErrnoException): void {
  if (fault.code !== 'EPIPE') throw fault;
}
