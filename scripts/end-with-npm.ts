/** How often it is checked whether npm still runs, in milliseconds. */
const checkEveryMs = 250;

/**
 * Ends this server when the npm that started it has ended: npm passes SIGTERM to a shell, which ends without passing it
 * on. A server that was started without npm goes on.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    process.kill(process.pid, 'SIGTERM');
  }, checkEveryMs);
  checking.unref();
}
