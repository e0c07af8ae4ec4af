/**
 * Whoever reads the log may go away: a pager that is closed, a collector that is restarted. Answering goes on without it.
 * Left alone, a failed write would be an uncaught fault, which Next reports on standard error: a failed write again, and
 * so on for ever. (The log itself minds this by its own.)
 */
export function ignoreBrokenPipe(): void {
  process.stdout.on('error', ignoreLostReader);
  process.stderr.on('error', ignoreLostReader);
}

/** Takes the fault of a stream that nobody reads any more; throws every other. */
function ignoreLostReader(fault: NodeJS.ErrnoException): void {
  if (fault.code !== 'EPIPE') throw fault;
}
