import { copyFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { undoLastImport } from '#flows/registry/undo-import.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { contractHeaders, droplistHeaders, registrarLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers } from '#tests/support/fixture.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import type { Asked } from '#tests/support/http.ts';
import { askBy, closeHandlerScene, lanes, setHandlerScene, stopHandlerClock } from '#tests/support/lanes.ts';
import { tries } from '#tests/support/long.ts';

const first = {
  domain: 'pending-first.co.nz',
  registered: '2018-02-01T12:00:00+13:00',
  cancel_date: '2026-08-22T13:00:00+12:00',
  release_date: '2026-11-20T13:00:00+13:00',
  drop_date: '2026-11-21T00:00:34+13:00',
};

describe.each(lanes)('GET /1.1/releases by the %s', (lane) => {
  const get = (query: string, more: Partial<Asked> = {}) => askBy(lane, { target: `/1.1/releases${query}`, ...more });

  test('R15: every pending name by drop_date, with the cursor of its changes in body and header', async () => {
    const answered = await get('');
    const { releases, since, next } = JSON.parse(answered.body);
    expect(releases[0]).toEqual(first);
    expect(releases[2]).toMatchObject({ domain: 'xn--pending-mcron-4qb.nz', original: 'pending-mācron.nz' });
    expect(releases.map(({ domain }: typeof first) => domain)).toEqual([
      'pending-first.co.nz',
      'pending-winter.school.nz',
      'xn--pending-mcron-4qb.nz',
      'pending-edge.co.nz',
      'pending-last.co.nz',
      'pending-second.nz',
      'pending-beyond.co.nz',
      'pending-later.co.nz',
      'pending-listed.nz',
    ]);
    expect(next).toBeUndefined();
    expect(contractHeaders(answered)).toEqual({
      ...droplistHeaders,
      ...registrarLimitHeaders(100_000),
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/),
      // a server has caught up on a job when it started
      'last-modified': expect.stringMatching(/ GMT$/),
    });
    expect(answered.headers.link).toBe(`</1.1/releases/changes?since=${since}>; rel="monitor"`);
    const { etag = '' } = answered.headers;
    expect((await get('', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test('R15: in pages, whose links and cursors lead to the next', async () => {
    const seen: string[] = [];
    let target = '/1.1/releases?limit=2&from=2026-11-22&suffix=co.nz';
    for (;;) {
      const { body, headers } = await askBy(lane, { target });
      const { releases, next } = JSON.parse(body);
      seen.push(releases.map(({ domain }: typeof first) => domain).join());
      const link = /^<([^>]+)>; rel="next", /.exec(String(headers.link))?.[1];
      if (next === undefined) {
        expect(link).toBeUndefined();
        break;
      }
      expect(link).toBe(`/1.1/releases?limit=2&from=2026-11-22&suffix=co.nz&cursor=${next}`);
      target = link ?? '';
    }
    expect(seen).toEqual(['pending-edge.co.nz,pending-last.co.nz', 'pending-beyond.co.nz,pending-later.co.nz']);
  });

  test('R15: on some days, in other formats', async () => {
    expect((await get('?to=2026-11-21&format=ndjson&contains=first')).body).toBe(`${JSON.stringify(first)}\n`);
    expect((await get('?from=2026-11-21&to=2026-11-21&format=csv&suffix=nz')).body).toBe(
      'domain,original,registered,cancel_date,release_date,drop_date\r\nxn--pending-mcron-4qb.nz,pending-mācron.nz,2019-01-01T00:00:00+13:00,2026-08-22T00:00:00+12:00,2026-11-20T00:00:00+13:00,2026-11-21T00:00:34+13:00\r\n',
    );
  });

  test.each([
    [
      '?from=2026-13-01',
      'The parameter "from" must be a day of the calendar, from 1900 to 2199, written like 2026-11-21.',
    ],
    ['?from=2026-11-22&to=2026-11-21', 'The day "from" is after the day "to".'],
    ['?limit=0', 'The parameter "limit" must be a whole number from 1 to 10000.'],
    ['?limit=10001', 'The parameter "limit" must be a whole number from 1 to 10000.'],
    ['?cursor=first', 'The parameter "cursor" is not a cursor of this service: give the one of an answer as it is.'],
    ['/changes', 'Say in the parameter "since" from where on you want changes: an answer of /1.1/releases has it.'],
    [
      '/changes?since=1-2',
      'The parameter "since" is not a cursor of this service: give the one of an answer as it is.',
    ],
    ['/changes?since=1-2-3&since=1-2-3', 'The parameter "since" is given more than once.'],
  ])('R15, R16: %s is refused', async (query, sentence) => {
    expectError(await get(query), 400, sentence);
  });

  test('R16: nothing has changed since now; a cursor that the register never had is refused', async () => {
    const { since } = JSON.parse((await get('?limit=1')).body);
    const { body, headers } = await get(`/changes?since=${since}`);
    expect(JSON.parse(body)).toEqual({ changes: [], since });
    expect(headers.link).toBe(`</1.1/releases/changes?since=${since}>; rel="next"`);
    expect((await get(`/changes?since=${since}`, { headers: { 'If-None-Match': headers.etag ?? '' } })).status).toBe(
      304,
    );
    for (const unknown of ['1-1-1', 'zzzz-1-1'])
      expectError(
        await get(`/changes?since=${unknown}`),
        410,
        'The register does not know this cursor, as after a restored backup: get /1.1/releases again, and go on with its "since".',
      );
  });

  test('R11, B3: the same callers and methods as the droplist', async () => {
    for (const target of ['', '/changes?since=1-1-1']) {
      expect((await get(target, { from: callers.stranger })).status).toBe(403);
      expect((await get(target, { method: 'POST' })).headers.allow).toBe('GET, HEAD, OPTIONS');
    }
    expect((await get('/x')).status).toBe(404);
  });
});

describe('R16: whoever applies the changes to the list has the list', () => {
  const universe = Array.from({ length: 8 }, (_, at) => `name-${at}.${at % 2 === 0 ? 'co.nz' : 'nz'}`);
  const startMs = Date.parse('2026-09-20T09:00:00Z');
  const dayMs = 86_400_000;
  let register: RegisterFixture;
  let nowMs = startMs;
  beforeAll(async () => {
    register = openRegisterFixture();
    const { db } = register.connections.writer;
    const registrarId = addRegistrar(db, 'Caller', 100_000, 1);
    addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: '' }, 1);
    setHandlerScene({ databaseFile: register.file, now: new Date(startMs).toISOString() });
    await take({ do: 'merge', rows: [{ name: 'name-0.co.nz', registeredDaysAgo: 100, cancelledDaysAgo: 89 }] });
  });
  afterAll(() => {
    closeHandlerScene();
    register.close();
  });

  type Release = Record<string, string>;
  async function body(target: string) {
    stopHandlerClock(new Date(nowMs).toISOString());
    letCachesCheck();
    const { status, body: text } = await askBy('handler', { target });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return JSON.parse(text);
  }
  async function wholeList(): Promise<{ releases: Release[]; since: string }> {
    const releases: Release[] = [];
    for (let more = ''; ; ) {
      const page = await body(`/1.1/releases?limit=3${more}`);
      releases.push(...page.releases);
      if (page.next === undefined) return { releases, since: page.since };
      more = `&cursor=${page.next}`;
    }
  }

  const row = fc.record({
    name: fc.constantFrom(...universe),
    registeredDaysAgo: fc.integer({ min: 100, max: 104 }),
    cancelledDaysAgo: fc.option(fc.integer({ min: 0, max: 95 })),
  });
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('merge', 'replace'),
        rows: fc.uniqueArray(row, { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('undo', 'job') }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 1, max: 3 * dayMs }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('midnight'), ms: fc.integer({ min: 0, max: 40_000 }) }) },
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  async function take(given: Step): Promise<void> {
    const { writer } = register.connections;
    if ('rows' in given) {
      const rows = given.rows.map(({ name, registeredDaysAgo, cancelledDaysAgo }) => {
        const date = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString().replace(/\.\d+/, '');
        return `${name},${date(registeredDaysAgo)},${cancelledDaysAgo === null ? '' : date(cancelledDaysAgo)}`;
      });
      // what a file may not say is refused, and changes nothing
      await register.import(rows, nowMs, { kind: given.do as 'merge' }).catch(() => undefined);
    } else if (given.do === 'undo') {
      const actor = { who: 'test', address: null };
      await undoLastImport(writer, { actor, clock: () => nowMs }).catch(() => undefined);
    } else if ('ms' in given) {
      nowMs = given.do === 'wait' ? nowMs + given.ms : aucklandMidnight(nowMs, 1) + given.ms;
    } else {
      runReleaseJob(writer, { scheduleDate: aucklandMidnight(nowMs, 0), kind: 'catch-up', nowMs });
    }
    // two changes are never published in the same millisecond
    nowMs += 1000;
  }

  test(`through imports, undos, jobs, midnights and missed jobs (${tries(15, 500)} sequences)`, async () => {
    const seen = { added: 0, changed: 0, removed: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
        async (polls) => {
          const list = await wholeList();
          const known = new Map(list.releases.map((release) => [release.domain, release]));
          let { since } = list;
          for (const steps of polls) {
            for (const given of steps) await take(given);
            const found = await body(`/1.1/releases/changes?since=${since}`);
            for (const { change, ...release } of found.changes) {
              seen[change as keyof typeof seen]++;
              if (change === 'removed') known.delete(release.domain);
              else known.set(release.domain, release);
            }
            since = found.since;
            const { releases } = await wholeList();
            expect(releases.toSorted(byDomain)).toEqual([...known.values()].toSorted(byDomain));
            await expectAsAvailability(releases, found.changes);
          }
        },
      ),
      { numRuns: tries(15, 500) },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
  });

  const byDomain = (one: Release, other: Release) => String(one.domain).localeCompare(String(other.domain));

  /** The list has exactly the names that `/1.1/availability` calls PendingRelease, with their dates. */
  async function expectAsAvailability(releases: readonly Release[], changes: readonly Release[]): Promise<void> {
    const query = universe.map((name) => `domains[]=${name}`).join('&');
    const entries: Release[] = await body(`/1.1/availability?${query}`);
    const dates = ({ domain, release_date, drop_date }: Release) => [domain, release_date, drop_date].join();
    const pending = entries.filter(({ code }) => code === '210');
    expect(pending.map(dates).toSorted()).toEqual(releases.map(dates).toSorted());
    for (const { change, domain, code } of changes)
      if (change === 'removed') expect(code).toBe(entries.find((entry) => entry.domain === domain)?.code);
  }

  test('a cursor from before a restored backup is refused, though the register has a revision of its number again', async () => {
    const copy = `${register.file}.copy`;
    register.connections.writer.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(register.file, copy);
    await take({ do: 'merge', rows: [{ name: 'lost.nz', registeredDaysAgo: 100, cancelledDaysAgo: 3 }] });
    const { since } = await wholeList();

    closeHandlerScene();
    const restored = openDatabase(copy);
    nowMs += 60_000;
    const rows = [`kept.nz,${new Date(nowMs - 100 * dayMs).toISOString().replace(/\.\d+/, '')},`];
    await register.import(rows, nowMs, {}, restored.writer);
    closeDatabase(restored);
    setHandlerScene({ databaseFile: copy, now: new Date(nowMs).toISOString() });
    stopHandlerClock(new Date(nowMs).toISOString());
    letCachesCheck();
    expect((await askBy('handler', { target: `/1.1/releases/changes?since=${since}` })).status).toBe(410);
  });
});
