import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseMapFile } from '#db/base-map/base-map.ts';
import { type Connection, openReader, openWriter } from '#db/client.ts';
import { getList } from '#db/places/lists.ts';
import { makeBase } from '#flows/cluster/bases.ts';
import { besideKind } from '#lib/backup/manifest.ts';
import { parseSettings } from '#lib/env.ts';
import { placeLists } from '#lib/places/place.ts';
import { addEverything, putStreetMap } from '#tests/support/everything.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNowMs, seedFixture } from '#tests/support/fixture.ts';
import { archiveNames } from './archive-folder.ts';
import { backUpToFolder } from './back-up.ts';
import { checkArchive } from './check-archive.ts';
import { type MadeArchive, requireGood } from './make-archive.ts';
import { restoreArchive } from './restore-archive.ts';

const folder = makeFolder();
const databaseFile = join(folder.path, 'watea.db');
const onProgress = () => undefined;
let writer: Connection;

beforeAll(async () => {
  await seedFixture(databaseFile);
  await addEverything(databaseFile);
  writer = openWriter(databaseFile);
});
afterAll(() => {
  writer.sqlite.close();
  folder.remove();
});

/** Every row of every table but the record of backups itself, and every file beside the database that is kept. */
function contentOf(file: string) {
  const { sqlite } = openReader(file);
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
  const rows = tables
    .filter((name) => !/backup|sqlite_/.test(String(name)))
    .map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()]);
  sqlite.close();
  const beside = readdirSync(dirname(file))
    .filter((name) => besideKind(name.slice('watea.db'.length)) === 'kept' && name.startsWith('watea.db'))
    .map((name) => [name, readFileSync(join(dirname(file), name), 'latin1')]);
  return { rows, beside };
}

/** Only the files that the state names: an earlier street map is left behind until it is removed. */
function besideNames(): string[] {
  const lists = placeLists.map((list) => `watea.db.${list}-${getList(writer, list)?.number}`);
  return ['watea.db.secret', ...lists].toSorted();
}

test('a full backup, an increment and a base have every kind of thing that there is, and restore it', async () => {
  const { backup: settings } = parseSettings({ BACKUP_DIR: join(folder.path, 'backups'), BACKUP_TO: folder.path });
  if (settings === undefined) throw new Error('BACKUP_DIR is set.');
  const backUp = () => backUpToFolder(writer, { settings, madeBy: 'schedule', kind: 'due', onProgress });
  const archive = (place: number) => join(settings.folder, archiveNames(settings.folder).at(place) ?? '');
  const target = join(folder.path, 'restored', 'watea.db');

  await backUp();
  const first = contentOf(databaseFile);
  expect(first.beside.map(([name]) => name)).toEqual(expect.arrayContaining([...besideNames(), 'watea.db.base-map-1']));
  await restoreArchive(archive(0), { databaseFile: target, nowMs: 0, onProgress });
  expect(contentOf(target)).toEqual(first);

  rmSync(baseMapFile(databaseFile, 1));
  putStreetMap(writer, 'second');
  await backUp();
  expect(archiveNames(settings.folder).map((name) => name.slice(26))).toEqual(['full.tar.zst', 'increment.tar.zst']);
  const second = contentOf(databaseFile);
  expect(second).not.toEqual(first);
  await restoreArchive(archive(1), { databaseFile: target, nowMs: 1, onProgress });
  expect(contentOf(target)).toEqual(second);
});

test('a base for new nodes has it all too', async () => {
  const bases = join(folder.path, 'bases');
  const [base] = await makeBase(databaseFile, bases, fixtureNowMs);
  const target = join(folder.path, 'node', 'watea.db');
  await restoreArchive(join(bases, base?.name ?? ''), { databaseFile: target, nowMs: 0, onProgress });
  expect(contentOf(target)).toEqual(contentOf(databaseFile));
});

test('an archive that fails its check is removed: nobody takes it for a backup', async () => {
  const file = join(folder.path, 'made.tar.zst');
  writeFileSync(file, 'not good');
  const check = () => checkArchive(file, onProgress);
  await expect(requireGood({ file } as MadeArchive, check)).rejects.toMatchObject({
    reason: { code: 'backup-foreign' },
  });
  expect(existsSync(file)).toBe(false);
});
