import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { tilePath } from '#tests/support/tiles.ts';

let fixture: OwnFixture;
let server: ServerProcess;

beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start();
  // some values are built at their first use, which other requests do not wait for later
  for (const target of ['/', '/places?q=wel', '/1.0/droplist']) await ask(server.port, { target });
});
afterAll(() => fixture.remove());

const point = `/api/1.0/availability/yx/-40.95/174.05?api_key=`;
const area = tilePath(1, 174.05, -40.95, 9);

/** Public requests, including refusals and tiles that are not cached yet, with the status of the answer. */
const requests: readonly (readonly [target: string, status: number, from?: string])[] = [
  ['/1.0/availability?string=free', 200],
  ['/1.0/availability?domains[]=active.nz&domains[]=free.co.nz', 200],
  ['/1.0/droplist', 200],
  ['/1.0/droplist/released', 200],
  ['/1.0/availability?string=free', 403, callers.stranger],
  [point + keys.plain, 200],
  [`${point}nobody`, 401],
  ['/tiles', 200],
  ['/tiles/1.json', 200],
  [`${area}.mvt`, 200],
  [`${area}.png`, 200],
  ['/places?q=wel', 200],
  ['/', 200],
  ['/healthz', 200],
  ['/readyz', 200],
];

test('every public request is answered before another process lets go of the write lock', async () => {
  const other = openWriter(fixture.databaseFile);
  other.sqlite.exec('BEGIN IMMEDIATE');
  try {
    for (const [target, status, from] of requests) {
      const answered = await ask(server.port, { target, ...(from === undefined ? {} : { from }) });
      expect([target, answered.status]).toEqual([target, status]);
      expect(other.sqlite.inTransaction).toBe(true);
    }
  } finally {
    other.sqlite.exec('ROLLBACK');
    other.sqlite.close();
  }
});
