import { afterAll, beforeAll, expect, test } from 'vitest';
import { putDefaultSpeeds } from '#db/broadband/own/settings.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { collection, feature, file, importOnly, square, writing } from '#tests/support/files/coverage-files.ts';
import { fixtureNow, keys } from '#tests/support/fixture.ts';
import { askBy, closeHandlerScene, setHandlerScene } from '#tests/support/lanes.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

let fixture: OwnFixture;
const northFibre = 1;
const fibre = 1;
const defaults = {
  bandwidth_min_mbps: 30,
  bandwidth_max_mbps: 700,
  bandwidth_up_min_mbps: 3,
  bandwidth_up_max_mbps: 70,
};

beforeAll(async () => {
  fixture = await ownFixture();
  fixture.change(({ db }) => putDefaultSpeeds(db, northFibre, fibre, defaults));
  const database = openDatabase(fixture.databaseFile);
  const noSpeeds = Object.fromEntries(Object.keys(defaults).map((field) => [field, undefined]));
  const given = { provider: 'North Fibre', delivery: 'Hill', ...noSpeeds };
  const hill = file(collection(feature({ ...given, bandwidth_min_mbps: 45 }, square(170.2, -45))));
  const { id } = await importOnly(database, hill, { mode: 'add', delivery: 'Hill' });
  await publishVersion(database, id, writing);
  closeDatabase(database);
  setHandlerScene({ databaseFile: fixture.databaseFile, now: fixtureNow });
});
afterAll(async () => {
  closeHandlerScene();
  await fixture.remove();
});

async function speedsAt(point: string): Promise<object | undefined> {
  const target = `/api/1.0/availability/yx/${point}`;
  const { body } = await askBy('handler', { target, headers: { 'x-api-key': keys.plain } });
  const { results } = JSON.parse(body) as { results: { technology: string; providers?: object[] }[] };
  return results.find(({ technology }) => technology.toLowerCase() === 'fibre')?.providers?.[0];
}

test('N18: an offer has the speeds of its file, and of the defaults when it was imported', async () => {
  const speeds = { ...defaults, bandwidth_min_mbps: 45 };
  expect(await speedsAt('-44.95/170.25')).toMatchObject({ name: 'North Fibre', ...speeds });
  // later defaults change nothing that is published
  fixture.change(({ db }) => putDefaultSpeeds(db, northFibre, fibre, { bandwidth_max_mbps: 1 }));
  expect(await speedsAt('-44.95/170.25')).toMatchObject({ name: 'North Fibre', ...speeds });
});
