import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { findFreePort, startServer } from '#tests/support/processes/server-process.ts';

let visitors = 0;

/**
 * A test on its worker's own server and database, whose browser has an address of its own, as each visitor has:
 * the map's limit of requests per address must not carry over from one journey to the next. The server trusts loopback
 * as its proxy.
 */
export const test = base.extend<object, { origin: string }>({
  origin: [
    async ({ browserName }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `watea-${browserName}-`));
      // each worker is a process: its commands and files find the database by this variable
      process.env.WATEA_E2E_FOLDER = folder;
      // the port is part of its base address, against which each Origin is checked
      const server = await startServer({
        PORT: String(await findFreePort()),
        DATABASE_URL: `file:${folder}/watea.db`,
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.0/8, ::1',
      });
      // by name, not by number: a passkey belongs to a host name
      await use(`http://localhost:${server.port}`);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ origin }, use) => use(origin),
  context: async ({ context }, use) => {
    visitors++;
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${visitors % 250}` });
    await use(context);
  },
});

export { expect } from '@playwright/test';
