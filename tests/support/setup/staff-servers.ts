import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { seedFixture } from '#tests/support/fixture.ts';
import { usualSettings } from '#tests/support/processes/own-server.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { ownOrigin } from '#tests/support/staff/action.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the fixture as it was made, and for each worker the folder of its copy and the port of its server. */
    staff: { made: string; servers: readonly { readonly folder: string; readonly port: number }[] };
  }
}

/** Starts a server with two processes for each worker, once for the whole run (tests/support/staff/shared-fixture.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const made = makeFolder();
  await seedFixture(join(made.path, 'watea.db'));
  const maps = await startMapServer();
  const settings = { ...usualSettings, BASE_URL: ownOrigin, WEB_CONCURRENCY: '2', BASE_MAP_URL: maps.address };
  const started = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, async () => {
      const folder = makeFolder();
      cpSync(made.path, folder.path, { recursive: true });
      const server = await startServer({ ...settings, DATABASE_URL: `file:${join(folder.path, 'watea.db')}` });
      return { folder, server };
    }),
  );
  const servers = started.map(({ folder, server }) => ({ folder: folder.path, port: server.port }));
  project.provide('staff', { made: made.path, servers });
  return async () => {
    await Promise.all(started.map(({ server }) => server.stop()));
    for (const { folder } of started) folder.remove();
    made.remove();
    maps.server.close();
  };
}

/** Where the servers fetch a street map from. */
async function startMapServer() {
  const map = smallPmtiles({ tile: Buffer.from('a tile') });
  const server = createServer(({ headers }, response) => {
    const [, first = 0, last = 0] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).map(Number);
    const end = Math.min(last + 1, map.length);
    response.writeHead(206, { 'Content-Range': `bytes ${first}-${end - 1}/${map.length}` });
    response.end(map.subarray(first, end));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fetched.pmtiles` };
}
