import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { keepCoverage } from '#flows/broadband/coverage-changes.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { tidyCoverage } from '#flows/broadband/remove-version.ts';
import { retireTechnology } from '#flows/broadband/technology-changes.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { collection, feature, file, importOnly, square, writing } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import type { Answered } from '#tests/support/http.ts';
import { askBy, closeHandlerScene, setHandlerScene } from '#tests/support/lanes.ts';
import { tries } from '#tests/support/long.ts';

// Versions are published over two years. What each had is known here; answers as of a day must be of the one in force then.

const folder = makeFolder();
const key = generateApiKey();
const by = { actor: { who: 'test', address: null } };
/** When each version is published, and whether staff keep it. */
const plan = [
  { at: '2025-03-01T09:00:00+13:00', isKept: true },
  { at: '2025-03-01T17:00:00+13:00' },
  { at: '2025-10-10T10:00:00+13:00' },
  { at: '2025-12-31T23:59:59+13:00' },
  { at: '2026-01-01T00:00:01+13:00' },
  { at: '2026-02-01T09:00:00+13:00', isKept: true },
  { at: '2026-04-05T02:30:00+13:00' },
  { at: '2026-05-01T09:00:00+12:00' },
  { at: '2026-06-01T09:00:00+12:00' },
  { at: '2026-07-01T09:00:00+12:00' },
] as const satisfies readonly { at: string; isKept?: true }[];
const now = '2026-07-02T12:00:00+12:00';
/** Those that still answer: kept by staff, in force when the year began, and the last three. */
const answering = [0, 3, 5, 7, 8, 9];

interface Area {
  readonly provider: string;
  readonly west: number;
  readonly south: number;
}
/** The areas of each version, in tenths of a degree. */
const versions: Area[][] = [];
const random = seededRandom(20_261_127);
let database: Connections;

beforeAll(async () => {
  const path = join(folder.path, 'watea.db');
  database = openDatabase(path);
  migrate(database.writer);
  const { db } = database.writer;
  const userId = requireUser(db, 'past@isp.example', 1);
  const limits = { perSecond: 1_000_000, perDay: 1_000_000_000 };
  addKey(db, { userId, hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...limits }, 1);
  for (const { at, isKept } of plan.map((one) => ({ isKept: false, ...one }))) {
    const areas = Array.from({ length: 5 }, (_, place) => ({
      provider: `P${place}`,
      west: 1740 + random(0, 12),
      south: -415 + random(0, 6),
    }));
    versions.push(areas);
    const nowMs = Date.parse(at);
    // a technology that has been retired since
    const retired =
      versions.length === 6 ? [feature({ technology: 'VDSL', provider: 'Copper' }, square(172, -43))] : [];
    const features = areas.map(({ provider, west, south }) => feature({ provider }, square(west / 10, south / 10)));
    const options = { mode: 'replace all', asOf: at.slice(0, 10), nowMs } as const;
    const { id } = await importOnly(database, file(collection(...features, ...retired)), options);
    await publishVersion(database, id, { ...writing, nowMs });
    if (isKept) await keepCoverage(database.writer, { versionId: id, isKept: true }, { ...by, nowMs });
    await tidyCoverage(database, { ...writing, nowMs });
  }
  await retireTechnology(database.writer, 3, { ...by, nowMs: Date.parse(now) });
  setHandlerScene({ databaseFile: path, now });
});
afterAll(() => {
  closeHandlerScene();
  closeDatabase(database);
  folder.remove();
});

const ask = (y: string, x: string, query: string) =>
  askBy('handler', { target: `/api/2.0/availability/${y}/${x}?${query}`, headers: { 'x-api-key': key } });

/** Any day of these years, or one that is near a publication. */
function randomDay(): string {
  const near = plan[random(0, plan.length - 1)]?.at.slice(0, 10);
  const isNear = random(0, 1) === 0;
  const from = Date.parse(`${isNear ? near : '2025-03-01'}T00:00:00Z`);
  return new Date(from + random(isNear ? -1 : 0, isNear ? 1 : 487) * 86_400_000).toISOString().slice(0, 10);
}

/** The place of the version that was in force at the end of a day, by the plan alone. */
function inForceOn(day: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return plan.findLastIndex(({ at }) => at.slice(0, 10) < next);
}

interface Result {
  readonly technology: string;
  readonly providers?: readonly { readonly name: string }[];
}
const providersOf = (body: string) =>
  (JSON.parse(body).results as Result[])
    .flatMap(({ technology, providers = [] }) => (technology === 'fibre' ? providers.map(({ name }) => name) : []))
    .toSorted();

test(`N19: ${tries(600, 5000)} points as of random days have the answer of the version in force then, or none`, async () => {
  const seen = new Set<number>();
  for (let round = 0; round < tries(600, 5000); round++) {
    const day = randomDay();
    // corners and edges of the areas too
    const [west, south] = [1739 + random(0, 30) / 2, -416 + random(0, 16) / 2];
    const answered = await ask((south / 10).toFixed(2), (west / 10).toFixed(2), `as_of=${day}`);
    const place = inForceOn(day);
    if (!answering.includes(place)) {
      expect([day, answered.status]).toEqual([day, 404]);
      continue;
    }
    seen.add(place);
    const expected = (versions[place] as Area[])
      .filter((area) => west >= area.west && west <= area.west + 1 && south >= area.south && south <= area.south + 1)
      .map(({ provider }) => provider);
    expect([day, west, south, providersOf(answered.body)]).toEqual([day, west, south, expected.toSorted()]);
    expect(JSON.parse(answered.body).coverage.as_of).toMatchObject({ fibre: plan[place]?.at.slice(0, 10) });
  }
  // version 0 was replaced on the day on which it was published
  expect([...seen].toSorted((a, b) => a - b)).toEqual(answering.slice(1));
});

test('N10: the map’s legend as of a day is of the version in force then, whose tiles everybody may see', async () => {
  const get = (target: string) => askBy('handler', { target });
  const { status, body } = await get('/tiles?as_of=2025-12-31');
  expect(status).toBe(200);
  const { layers, days } = JSON.parse(body) as { layers: { version: number; tilejson: string }[]; days: string[] };
  for (const { tilejson } of layers) expect(tilejson).toMatch(/\/tiles\/\d\.json\?v=4$/);
  expect([...new Set(layers.map(({ version }) => version))]).toEqual([4]);
  // the first version was replaced on its day; the last one is the present
  const earlier = ['2026-06-01', '2026-05-01', '2026-02-01', '2025-12-31'];
  expect(days).toEqual(earlier);
  expect(JSON.parse((await get('/tiles')).body).days).toEqual(earlier);
  // nothing is drawn here: what may be seen is 503 until it is, anything else does not exist
  expect((await get('/tiles/1/4/15/9.png?v=4')).status).toBe(503);
  expect((await get('/tiles/1/4/15/9.png?v=3')).status).toBe(404);
  // kept, but replaced on its day, such as by a rollback: no day has it
  expect((await get('/tiles/1/4/15/9.png?v=1')).status).toBe(404);
  expectError(
    await get('/tiles?as_of=2025-11-01'),
    404,
    'The coverage of 2025-11-01 is not kept. Days that can be asked: from 2026-07-01 on, 2026-06-01 to 2026-06-30, 2026-05-01 to 2026-05-31, 2026-02-01 to 2026-04-04, 2025-12-31.',
  );
  expectError(
    await get('/tiles?as_of=2024-01-01'),
    404,
    'No coverage had been published by the end of 2024-01-01. The first day that can be asked is 2025-12-31.',
  );
  expect((await get('/tiles?as_of=2026-02-30')).status).toBe(400);
});

test('N19: a technology that has been retired since is in the answers of its time', async () => {
  const technologiesOf = ({ body }: Answered) =>
    (JSON.parse(body).results as Result[]).map(({ technology }) => technology);
  expect(technologiesOf(await ask('-42.95', '172.05', ''))).not.toContain('vdsl');
  expect(JSON.parse((await ask('-42.95', '172.05', 'as_of=2026-02-02')).body).results).toContainEqual(
    expect.objectContaining({ technology: 'vdsl', availability: 'available', set_id: 3 }),
  );
});

test('N19: today as without it; the same in bulk', async () => {
  const { body } = await ask('-41.05', '174.55', '');
  expect((await ask('-41.05', '174.55', 'as_of=2026-07-02')).body).toBe(body);
  const inBulk = await askBy('handler', {
    target: '/api/2.0/availability?as_of=2026-02-02',
    method: 'POST',
    headers: { 'x-api-key': key, 'Content-Type': 'application/json' },
    body: '{"points":[["-41.05","174.55"],["-41.25","174.75"]]}',
  });
  const alone = [
    await ask('-41.05', '174.55', 'as_of=2026-02-02'),
    await ask('-41.25', '174.75', 'as_of=2026-02-02'),
  ].map((answered) => `${answered.body}\n`);
  expect(inBulk.body).toBe(alone.join(''));
});

test.each([
  [
    'as_of=2025-02-28',
    404,
    'No coverage had been published by the end of 2025-02-28. The first day that can be asked is 2025-12-31.',
  ],
  [
    'as_of=2025-11-01',
    404,
    'The coverage of 2025-11-01 is not kept. Days that can be asked: from 2026-07-01 on, 2026-06-01 to 2026-06-30, 2026-05-01 to 2026-05-31, 2026-02-01 to 2026-04-04, 2025-12-31.',
  ],
  ['as_of=2026-07-03', 400, 'The parameter "as_of" is a day that is still to come: today is 2026-07-02.'],
  [
    'as_of=yesterday',
    400,
    'The parameter "as_of" must be a day of the calendar, from 1900 to 2199, written like 2026-11-21.',
  ],
  ['as_of=2026-02-02&as_of=2026-02-02', 400, 'The parameter "as_of" is given more than once.'],
] as const)('N19: %s is %i', async (query, status, sentence) => {
  expectError(await ask('-41.05', '174.55', query), status, sentence);
});

test('N19: each day that a refusal names answers', async () => {
  const { body } = await ask('-41.05', '174.55', 'as_of=2025-11-01');
  const [, ...days] = body.match(/\d{4}-\d\d-\d\d/g) ?? [];
  expect(days).toHaveLength(8);
  for (const day of days) expect([day, (await ask('-41.05', '174.55', `as_of=${day}`)).status]).toEqual([day, 200]);
});

test('N19: a version that staff keep no longer loses its index with the next tidying', async () => {
  const nowMs = Date.parse(now);
  await keepCoverage(database.writer, { versionId: 6, isKept: false }, { ...by, nowMs });
  expect((await ask('-41.05', '174.55', 'as_of=2026-02-02')).status).toBe(200);
  await tidyCoverage(database, { ...writing, nowMs });
  letCachesCheck();
  expect((await ask('-41.05', '174.55', 'as_of=2026-02-02')).status).toBe(404);
});

test('N19: a version that was rolled back to has, as of a day, the time at which it had come into force then', async () => {
  const publishedOf = ({ body }: Answered) => JSON.parse(body).coverage.published;
  const nowMs = Date.parse('2026-07-02T11:00:00+12:00');
  await rollBack(database, { ...writing, nowMs });
  letCachesCheck();
  const [present, today, before] = [
    await ask('-41.05', '174.55', ''),
    await ask('-41.05', '174.55', 'as_of=2026-07-02'),
    await ask('-41.05', '174.55', 'as_of=2026-06-15'),
  ];
  expect(publishedOf(present)).toBe('2026-07-02T11:00:00+12:00');
  expect(today.body).toBe(present.body);
  expect(publishedOf(before)).toBe('2026-06-01T09:00:00+12:00');
});
