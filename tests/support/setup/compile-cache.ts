import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { startServer } from '#tests/support/processes/server-process.ts';

/**
 * Fills the cache of compiled modules by one server, once for each checkout. A process writes what it has compiled when it
 * ends: some two thousand files. When the servers of many tests do so at the same time, each waits for the others longer
 * than a server has to stop.
 */
export default async function fillCompileCache(): Promise<void> {
  const cache = process.env.NODE_COMPILE_CACHE ?? '';
  const isFilled = join(cache, 'filled');
  if (cache === '' || existsSync(isFilled)) return;
  const folder = makeFolder();
  const server = await startServer({ DATABASE_URL: `file:${join(folder.path, 'watea.db')}`, LOG_LEVEL: 'error' });
  await fetch(server.origin).then((answer) => answer.text());
  await server.stop();
  folder.remove();
  writeFileSync(isFilled, '');
}
