import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { archiveNames } from '#flows/backup/archive-folder.ts';
import { backUpToFolder } from '#flows/backup/back-up.ts';
import { restoreArchive } from '#flows/backup/restore-archive.ts';
import { promote } from '#flows/backup/standby.ts';
import { makeBase } from '#flows/cluster/bases.ts';
import { parseSettings } from '#lib/env.ts';
import { placeLists } from '#lib/places/place.ts';
import { startNodes } from '#tests/support/cluster/nodes.ts';
import { hasPostgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { addEverything, putStreetMap } from '#tests/support/everything.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, fixtureNowMs, fixtureSecret, keys, seedFixture } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { signIn } from '#tests/support/staff/action.ts';

const names = ['active.nz', 'pending-first.co.nz', 'reserved.co.nz', 'prohibited.nz', 'free.co.nz', 'released.co.nz'];
const targets = [
  `/1.0/availability?${names.map((name) => `domains[]=${name}`).join('&')}`,
  '/1.0/droplist',
  '/1.0/droplist/released',
  '/1.1/releases',
  `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`,
  ...placeLists.map((list) => `/places?q=${encodeURIComponent(`Of the ${list}`)}`),
];
const onProgress = () => undefined;

/** What callers, visitors and staff get, and the whole street map. */
async function answersOf(port: number, cookie: string, streetMap: string) {
  const answers: (readonly [string, string])[] = [];
  for (const target of [...targets, streetMap]) {
    const { status, body } = await ask(port, { target });
    expect(status, target).toBe(200);
    // a restored database has positions of its own: those of before are refused (R16)
    answers.push([target, body.replace(/"since":"[^"]+"/, '"since":"…"')]);
  }
  const { status } = await ask(port, { target: '/admin', headers: { Cookie: cookie } });
  return [...answers, ['/admin', status]];
}

function newFolder(): string {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

async function portOn(databaseFile: string): Promise<number> {
  const settings = { WATEA_NOW: fixtureNow, SECRET_KEY: fixtureSecret, LOG_LEVEL: 'error' };
  const server = await startServer({ ...settings, DATABASE_URL: `file:${databaseFile}` });
  onTestFinished(async () => void (await server.stop()));
  return server.port;
}

test('a server on a full backup, on a promoted increment and on the original give the same answers about everything', async () => {
  const folder = newFolder();
  const databaseFile = join(folder, 'watea.db');
  await seedFixture(databaseFile);
  await addEverything(databaseFile);
  const cookie = signIn(databaseFile, 'viewer');
  const { backup: settings } = parseSettings({ BACKUP_DIR: join(folder, 'backups'), BACKUP_TO: folder });
  if (settings === undefined) throw new Error('BACKUP_DIR is set.');
  const writer = openWriter(databaseFile);
  const backUp = () => backUpToFolder(writer, { settings, madeBy: 'schedule', kind: 'due', onProgress });
  await backUp();
  const before = await answersOf(await portOn(databaseFile), cookie, '/base-map/1.pmtiles');
  putStreetMap(writer, 'second');
  await backUp();
  writer.sqlite.close();
  const after = await answersOf(await portOn(databaseFile), cookie, '/base-map/2.pmtiles');
  expect(after.slice(0, targets.length)).toEqual(before.slice(0, targets.length));
  expect(after).not.toEqual(before);

  const [full = ''] = archiveNames(settings.folder);
  const restored = join(newFolder(), 'watea.db');
  await restoreArchive(join(settings.folder, full), { databaseFile: restored, nowMs: fixtureNowMs, onProgress });
  expect(await answersOf(await portOn(restored), cookie, '/base-map/1.pmtiles')).toEqual(before);

  const promoted = join(newFolder(), 'watea.db');
  const { name, skipped } = await promote(settings.folder, { databaseFile: promoted, nowMs: fixtureNowMs, onProgress });
  expect([name.slice(26), skipped]).toEqual(['increment.tar.zst', []]);
  expect(await answersOf(await portOn(promoted), cookie, '/base-map/2.pmtiles')).toEqual(after);
});

test.skipIf(!hasPostgres)('a node that starts from a base gives the answers of the node that made it', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const bases = newFolder();
  let cookie = '';
  const prepare = async (databaseFile: string) => {
    await addEverything(databaseFile);
    cookie = signIn(databaseFile, 'viewer');
  };
  const served = await startNodes(postgres.url, 1, { settings: { BASE_DIR: bases }, prepare });
  onTestFinished(() => served.remove());
  const [first] = served.nodes;
  await makeBase(first?.databaseFile ?? '', bases, fixtureNowMs);
  const second = await served.add('node-2');
  const answers = await answersOf(first?.server.port ?? 0, cookie, '/base-map/1.pmtiles');
  expect(await answersOf(second.server.port, cookie, '/base-map/1.pmtiles')).toEqual(answers);
});
