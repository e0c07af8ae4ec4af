import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { runReleaseJob } from '#tests/models/register.ts';
import { contractHeaders, droplistHeaders, registrarLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers } from '#tests/support/fixture.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { type Answered, type Asked, ask } from '#tests/support/http.ts';
import { askBy, type Lane, lanes, servedLanes, setHandlerClock, setHandlerScene } from '#tests/support/lanes.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

const midnight = '2026-11-21T00:00:00+13:00';
const noon = '2026-11-21T12:00:00+13:00';

/** What the job of 2026-11-21 released of the fixture. */
const released = [
  {
    domain: 'pending-first.co.nz',
    registered: '2018-02-01 12:00:00+13:00',
    cancel_date: '2026-08-22 13:00:00+12:00',
    release_date: '2026-11-20 13:00:00+13:00',
    drop_date: '2026-11-21 00:00:34+13:00',
  },
  {
    domain: 'pending-winter.school.nz',
    registered: '2016-07-04 23:59:59+12:00',
    cancel_date: '2026-08-22 23:59:59+12:00',
    release_date: '2026-11-20 23:59:59+13:00',
    drop_date: '2026-11-21 00:00:34+13:00',
  },
  {
    domain: 'xn--pending-mcron-4qb.nz',
    registered: '2019-01-01 00:00:00+13:00',
    cancel_date: '2026-08-22 00:00:00+12:00',
    release_date: '2026-11-20 00:00:00+13:00',
    drop_date: '2026-11-21 00:00:34+13:00',
  },
];

let fixture: OwnFixture;
const ports: Partial<Record<Lane, number>> = {};

function runJob(scheduleDate: string): void {
  const nowMs = Date.parse(scheduleDate);
  fixture.change((connection) => runReleaseJob(connection, { scheduleDate: nowMs, kind: 'scheduled', nowMs }));
}

beforeAll(async () => {
  fixture = await ownFixture();
  runJob(midnight);
  for (const lane of servedLanes)
    ports[lane] = (await fixture.start({ WATEA_NOW: noon, API_LANE: lane === 'next' ? 'next' : 'direct' })).port;
  setHandlerScene({ databaseFile: fixture.databaseFile, now: noon });
});
afterAll(() => fixture.remove());

function askReleased(lane: Lane, query = '', more: Partial<Asked> = {}): Promise<Answered> {
  const asked = { target: `/1.0/droplist/released${query}`, ...more };
  const port = ports[lane];
  return port === undefined ? askBy('handler', asked) : ask(port, asked);
}

describe.each(lanes)('GET /1.0/droplist/released by the %s', (lane) => {
  test('the names that the last job set free, by name, in the shape of the droplist', async () => {
    const answered = await askReleased(lane);
    expect(answered.status).toBe(200);
    expect(answered.body).toBe(JSON.stringify(released));
    expect(contractHeaders(answered)).toEqual({
      ...droplistHeaders,
      ...registrarLimitHeaders(100_000),
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/),
      'last-modified': 'Fri, 20 Nov 2026 11:00:34 GMT',
    });
  });

  test('in the same forms, with the same filters', async () => {
    expect((await askReleased(lane, '?format=csv&suffix=co.nz')).body).toBe(
      'TLD,DOMAIN,EXPIRED,PURGED\r\nnz,pending-first.co.nz,2026-08-22T01:00:00Z,2026-11-20T11:00:34Z\r\n',
    );
    expect((await askReleased(lane, '?format=ndjson&contains=m%C4%81cron')).body).toBe(
      `${JSON.stringify(released[2])}\n`,
    );
    expect((await askReleased(lane, '?date=2026-11-21')).body).toBe(JSON.stringify(released));
    expect((await askReleased(lane, '?date=2026-11-22')).body).toBe('[]');
    expectError(
      await askReleased(lane, '?format=pdf'),
      400,
      'The parameter "format" must be one of json, csv, ndjson.',
    );
  });

  test('R13: conditional, in every encoding; HEAD alike', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'Accept-Encoding': encoding };
      const { etag = '', 'last-modified': lastModified = '' } = (await askReleased(lane, '', { headers })).headers;
      for (const method of ['GET', 'HEAD']) {
        const condition = { ...headers, 'If-None-Match': etag };
        expect((await askReleased(lane, '', { method, headers: condition })).status).toBe(304);
        const since = { ...headers, 'If-Modified-Since': lastModified };
        expect((await askReleased(lane, '', { method, headers: since })).status).toBe(304);
      }
    }
  });

  test('R11, B3: the same callers and methods as the droplist', async () => {
    expect((await askReleased(lane, '', { from: callers.stranger })).status).toBe(403);
    expect((await askReleased(lane, '', { method: 'POST' })).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await askReleased(lane, '', { method: 'OPTIONS' })).status).toBe(204);
    expect((await askReleased(lane, '/')).status).toBe(404);
    expect((await askReleased(lane, '/x')).status).toBe(404);
  });
});

const domains = async (target: string) =>
  JSON.parse((await askBy('handler', { target })).body).map(({ domain }: { domain: string }) => domain);
const names = released.map(({ domain }) => domain);

test('R9: until the window ends, the names stand on the droplist and not here; from then on the other way round', async () => {
  setHandlerClock('2026-11-21T00:00:33.900+13:00');
  expect(await domains('/1.0/droplist/released')).toEqual([]);
  expect((await domains('/1.0/droplist')).slice(0, 3)).toEqual(names);
  setHandlerClock('2026-11-21T00:00:34+13:00');
  expect(await domains('/1.0/droplist/released')).toEqual(names);
  expect((await domains('/1.0/droplist')).filter((name: string) => names.includes(name))).toEqual([]);
});

test('a name registered again stays among what the job released', async () => {
  setHandlerClock(noon);
  const nowMs = Date.parse(noon);
  async function* file() {
    yield Buffer.from('domain,registered,cancel_date\npending-first.co.nz,2026-11-21T00:01:00+13:00,\n');
  }
  const writer = openWriter(fixture.databaseFile);
  await importRegister(writer, file(), { kind: 'merge', source: 'x', maxMissing: 0, clock: () => nowMs });
  writer.sqlite.close();
  letCachesCheck();
  expect(await domains('/1.0/droplist/released')).toEqual(names);
  const { body } = await askBy('handler', { target: '/1.0/availability?domains[]=pending-first.co.nz' });
  expect(JSON.parse(body)[0].status).toBe('Active');
});

test('a job that finds nothing to release leaves the list empty, once its window has ended', async () => {
  setHandlerClock('2026-11-22T12:00:00+13:00');
  runJob('2026-11-22T00:00:00+13:00');
  letCachesCheck();
  expect(await domains('/1.0/droplist/released')).toEqual([
    'pending-edge.co.nz',
    'pending-last.co.nz',
    'pending-second.nz',
  ]);
  setHandlerClock('2026-11-24T00:00:33+13:00');
  runJob('2026-11-23T00:00:00+13:00');
  runJob('2026-11-24T00:00:00+13:00');
  letCachesCheck();
  expect(await domains('/1.0/droplist/released')).toEqual(['pending-beyond.co.nz']);
  setHandlerClock('2026-11-24T00:00:34+13:00');
  expect(await domains('/1.0/droplist/released')).toEqual([]);
});
