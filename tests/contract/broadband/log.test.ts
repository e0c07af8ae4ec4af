import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, keys, seedFixture } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { apiLanes } from '#tests/support/lanes.ts';
import { startServer } from '#tests/support/processes/server-process.ts';

/** Points as they are asked, and as their line in the log may tell them. */
const asked: [status: number, point: string, logged: string][] = [
  [200, '-41.2865461/174.7762389', '-41.28/174.77'],
  [200, '-40.9/174', '-40.9/174'],
  [200, '-40.95/174.05', '-40.95/174.05'],
  [400, '-41.28654612/174.7762389', '-41.28/174.77'],
  [400, '-48.2865461/174.7762389', '-48.28/174.77'],
  [400, '-41%2E2865461/174%2e7762389', '-41.28/174.77'],
  [400, '-41.%32865461/174.7%3762389', '-41.28/174.77'],
  [400, '-41,2865461/174,7762389', '-41,28/174,77'],
  [404, '-41.2865461/174.7762389/', '-41.28/174.77/'],
  [404, '-41.2865461', '-41.28'],
];

test.each(apiLanes)('N12: the log holds coordinates to 2 decimals, by the %s lane', async (lane) => {
  const folder = makeFolder();
  const file = join(folder.path, 'watea.db');
  await seedFixture(file);
  const server = await startServer({
    WATEA_NOW: fixtureNow,
    DATABASE_URL: `file:${file}`,
    API_LANE: lane,
    LOG_LEVEL: 'debug',
  });
  try {
    for (const [status, point] of asked) {
      const target = `/api/1.0/availability/yx/${point}?api_key=${keys.plain}`;
      // a page sends its own address in Referer as well
      const headers = { Referer: `http://localhost:3000/?point=${point}` };
      expect((await ask(server.port, { target, headers })).status, point).toBe(status);
    }
  } finally {
    await server.stop();
    folder.remove();
  }
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('/yx/'));
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(logged.map(({ status, path }) => [status, path])).toEqual(
    asked.map(([status, , point]) => [status, `/api/1.0/availability/yx/${point}`]),
  );
  expect(server.output()).not.toMatch(/865461|762389/);
});
