import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Servers, startServers } from './servers.ts';

let visitors = 0;
let walked = 0;

/**
 * A test on its worker's own server and database, or nodes of a cluster, whose browser has an address of its own, as each
 * visitor has: the map's limit of requests per address must not carry over from one journey to the next. The server
 * trusts loopback as its proxy.
 */
export const test = base.extend<{ origin: string }, { servers: Servers; settings: Readonly<Record<string, string>> }>({
  /** What is set for the servers besides. */
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it needs
    async ({}, use) => use({}),
    { scope: 'worker' },
  ],
  servers: [
    async ({ browserName, settings }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `watea-${browserName}-`));
      const servers = await startServers(folder, settings);
      await use(servers);
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', auto: true },
  ],
  // on nodes of a cluster each journey is walked on the next one
  baseURL: ({ servers: { origins } }, use) => use(origins[walked++ % origins.length]),
  origin: ({ baseURL }, use) => use(baseURL ?? ''),
  context: async ({ context }, use) => {
    visitors++;
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${visitors % 250}` });
    await use(context);
  },
});

export { expect } from '@playwright/test';
