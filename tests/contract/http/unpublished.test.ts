import { afterAll, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { setGeneration } from '#db/generation.ts';
import { migrate } from '#db/migrate.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, fixtureNowMs, keys } from '#tests/support/fixture.ts';
import { askBy, closeHandlerScene, setHandlerScene } from '#tests/support/lanes.ts';

const folder = makeFolder();
const databaseFile = `${folder.path}/watea.db`;
const writer = openWriter(databaseFile);
migrate(writer);
const registrarId = addRegistrar(writer.db, 'Registrar', 50, fixtureNowMs);
addAllowedNetwork(writer.db, { registrarId, network: '127.0.0.1/32', note: '' }, fixtureNowMs);
afterAll(() => {
  closeHandlerScene();
  writer.sqlite.close();
  folder.remove();
});

const availability = '/1.0/availability?domains[]=google.co.nz';
const help = 'For help, write to support@watea.example.';
const withoutRegister = `The server cannot answer yet: no register has been imported. ${help}`;
const withoutCoverage = `The server cannot answer yet: no coverage version has been published. ${help}`;

async function ask(target: string, from?: string) {
  // each look at a new state: a process notices only a while after a commit that another connection has written
  setHandlerScene({ databaseFile, now: fixtureNow });
  return await askBy('handler', from === undefined ? { target } : { target, from });
}

async function* file(text: string) {
  yield Buffer.from(text);
}

test.each([
  availability,
  '/1.0/availability?string=google',
  '/1.0/droplist',
  '/1.0/droplist/released',
  '/1.1/availability?string=google',
  '/1.1/releases',
  '/1.1/releases/changes?since=1-1-1',
])('B10: before a register was published, %s is 503 for everybody, and never Available', async (target) => {
  for (const from of ['127.0.0.1', '192.0.2.1']) {
    const answered = await ask(target, from);
    expectError(answered, 503, withoutRegister);
    expect(answered.headers['retry-after']).toBe('60');
  }
});

test.each([
  '/api/1.0/availability/yx/-41.05/174.05',
  '/api/1.0/networks?x=174.05&y=-41.05',
  '/api/2.0/availability/-41.05/174.05',
  '/api/2.0/providers',
])('B10: before coverage was published, %s is 503, and never an empty answer', async (path) => {
  const answered = await ask(`${path}${path.includes('?') ? '&' : '?'}api_key=${keys.plain}`);
  expectError(answered, 503, withoutCoverage);
  expect(answered.headers['retry-after']).toBe('60');
});

test('/readyz names what is missing: 503 while neither API has data, a remark while one has', async () => {
  const neither = await ask('/readyz');
  expect(neither.status).toBe(503);
  expect(neither.body).toBe(
    'The registry API answers 503: no register has been imported.\nThe broadband API answers 503: no coverage version has been published.\n',
  );
  setGeneration(writer.db, 'coverage', 1, fixtureNowMs);
  const one = await ask('/readyz');
  expect(one.status).toBe(200);
  expect(one.body).toBe('ready\nThe registry API answers 503: no register has been imported.\n');
});

test('B10: a forced import of a file without names publishes a register in which every name is available', async () => {
  const options = { kind: 'replace', source: 'x.csv', maxMissing: 0, clock: () => fixtureNowMs } as const;
  await importRegister(writer, file('domain,registered,cancel_date\n'), options);
  const answered = await ask(availability);
  expect([answered.status, JSON.parse(answered.body)]).toEqual([
    200,
    [{ code: '220', status: 'Available', domain: 'google.co.nz' }],
  ]);
  expect((await ask('/1.0/droplist')).body).toBe('[]');
  expect((await ask('/readyz')).body).toBe('ready\n');
});
