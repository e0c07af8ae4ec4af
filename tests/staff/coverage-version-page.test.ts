import { beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { collection, feature, file, importFile, square } from '#tests/support/files/coverage-files.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  [editor, viewer] = [signIn(fixture.databaseFile, 'editor'), signIn(fixture.databaseFile, 'viewer')];
  const database = openDatabase(fixture.databaseFile);
  const open = square(172, -43).slice(0, 4);
  const given = file(collection(feature({ provider: 'Tūī & Sons' }, open)), 'tui.geojson');
  await importFile(database, given, { mode: 'replace all', asOf: '2026-11-01', nowMs: fixtureNowMs });
  closeDatabase(database);
});

async function pageOf(version: string, cookie: string) {
  const { status, body } = await ask(fixture.port, {
    target: `/admin/coverage/versions/${version}`,
    headers: { Cookie: cookie },
  });
  // React writes a comment between two texts
  return { status, words: body.replaceAll('<!-- -->', '').replaceAll('&amp;', '&').replaceAll('\u00a0', ' ') };
}

test('a version’s page is complete without its map: areas with errors, changed places, samples, problems and the file', async () => {
  const { status, words } = await pageOf('2', viewer);
  expect(status).toBe(200);
  for (const text of [
    'tui.geojson',
    '1 November 2026',
    'Tūī & Sons',
    'Version 1',
    'within 1 cm',
    'SHA-256 of the file',
    'Not available',
    '1 open ring was closed',
    'Read as GeoJSON. Coordinates: EPSG:4326 (WGS 84); nothing is converted.',
    '-43, 172',
  ]) {
    expect(words).toContain(text);
  }
  expect(words).toMatch(/\d\.\d\d/);
  expect(words).not.toContain('±');
  await expectOnSomePage('towns', 'Rangiora');
  await expectOnSomePage('points', 'Available: Tūī & Sons, 100 to 900 Mbps down, 20 to 500 Mbps up');
});

/** Asserts that a list of the page has a text, on whichever of its pages. */
async function expectOnSomePage(list: 'towns' | 'points', text: string): Promise<void> {
  const found: boolean[] = [];
  for (let page = 1; page <= 60 && found.at(-1) !== true; page++)
    found.push((await pageOf(`2?${list}=${page}`, viewer)).words.includes(text));
  expect(found.at(-1), text).toBe(true);
}

test('only an editor can publish it, and sees what would be lost', async () => {
  const [asEditor, asViewer] = [await pageOf('2', editor), await pageOf('2', viewer)];
  expect(asEditor.words).toContain('Publish version 2');
  expect(asEditor.words).toMatch(/Publishing it takes away 100\.0 % of Fibre’s area/);
  expect(asViewer.words).not.toContain('Publish version 2');
  expect((await pageOf('1', editor)).words).toContain('Roll back version 1');
  expect((await pageOf('1', viewer)).words).toContain('/admin/coverage/versions/1/download?format=gpkg');
});

test.each(['3', '0', '01', 'x', '99999999999999999'])('version %s does not exist', async (version) => {
  expect((await pageOf(version, viewer)).status).toBe(404);
});

test('it needs a session', async () => {
  const { status } = await ask(fixture.port, { target: '/admin/coverage/versions/2' });
  expect(status).toBe(307);
});
