import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Connections, openReader } from '#db/client.ts';
import { type BackupSettings, parseSettings } from '#lib/env.ts';
import type { Refusal } from '#lib/refusal.ts';
import { addRegistrar } from '#tests/support/access.ts';
import { canMount, mountSmallDisk } from '#tests/support/files/small-disk.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { archiveNames } from './archive-folder.ts';
import { backUpToFile, backUpToFolder } from './back-up.ts';
import { checkArchive } from './check-archive.ts';
import { restoreArchive } from './restore-archive.ts';
import { promote, Standby } from './standby.ts';

const onProgress = () => undefined;

interface Scene {
  readonly database: Connections;
  readonly settings: BackupSettings;
  readonly archive: (place: number) => string;
  readonly target: string;
  backUp(kind?: 'full' | 'due'): Promise<unknown>;
}

/** A database with content, and a folder of backups with increments. */
async function scene(keep = 7): Promise<Scene> {
  const folder = makeFolder();
  onTestFinished(() => folder.remove());
  const database = freshDatabase();
  addRegistrar(database.writer.db, 'Kea', null, Date.now());
  const { backup: settings } = parseSettings({
    BACKUP_DIR: join(folder.path, 'backups'),
    BACKUP_TO: folder.path,
    BACKUP_KEEP: String(keep),
  });
  if (settings === undefined) throw new Error('BACKUP_DIR is set.');
  return {
    database,
    settings,
    archive: (place) => join(settings.folder, archiveNames(settings.folder).at(place) ?? ''),
    target: join(folder.path, 'restored', 'watea.db'),
    backUp: (kind = 'due') => backUpToFolder(database.writer, { settings, madeBy: 'schedule', kind, onProgress }),
  };
}

const rename = ({ writer }: Connections, name: string) =>
  writer.sqlite.prepare('UPDATE registrar SET name = ? WHERE id = 1').run(name);

function registrarIn(file: string): unknown {
  const { sqlite } = openReader(file);
  const name = sqlite.prepare('SELECT name FROM registrar WHERE id = 1').pluck().get();
  sqlite.close();
  return name;
}

const restoreTo = (databaseFile: string, file: string) => restoreArchive(file, { databaseFile, nowMs: 0, onProgress });
const refusalFor = async (work: Promise<unknown>) => wordsOf((await rejectionOf(work)).reason);

test('increments are small, and each restores its own state', async () => {
  const { database, settings, archive, target, backUp } = await scene();
  for (const name of ['Kea', 'Tui', 'Moa']) {
    rename(database, name);
    await backUp();
  }
  const sizes = archiveNames(settings.folder).map((name) => statSync(join(settings.folder, name)).size);
  expect(archiveNames(settings.folder).map((name) => name.slice(26))).toEqual([
    'full.tar.zst',
    'increment.tar.zst',
    'increment.tar.zst',
  ]);
  expect(Math.max(...sizes.slice(1))).toBeLessThan((sizes[0] ?? 0) / 3);
  for (const [place, name] of ['Kea', 'Tui', 'Moa'].entries()) {
    const { archives } = await restoreTo(target, archive(place));
    expect([registrarIn(target), archives]).toEqual([name, place + 1]);
  }
});

test('a database that shrinks or grows is restored to its length, with the files beside it as they were', async () => {
  const { database, archive, target, backUp } = await scene();
  const { sqlite } = database.writer;
  sqlite.exec('CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(3000000))');
  writeFileSync(`${sqlite.name}.secret`, 'first');
  await backUp();
  sqlite.exec('DROP TABLE filler; VACUUM');
  writeFileSync(`${sqlite.name}.secret`, 'second');
  await backUp();
  rmSync(`${sqlite.name}.secret`);
  sqlite.exec('CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(5000000))');
  await backUp();
  const states: (readonly [number, string | undefined])[] = [];
  for (const place of [0, 1, 2]) {
    await restoreTo(target, archive(place));
    const names = readdirSync(join(target, '..')).filter((name) => name === 'watea.db.secret');
    const [secret] = names.map((name) => readFileSync(join(target, '..', name), 'utf8'));
    states.push([statSync(target).size, secret]);
  }
  const pages = (place: number) => Number(states[place]?.[0]);
  expect(pages(1)).toBeLessThan(pages(0) - 2_000_000);
  expect(pages(2)).toBeGreaterThan(pages(0));
  expect(states.map(([, secret]) => secret)).toEqual(['first', 'second', undefined]);
});

test('whatever byte of an archive is damaged or missing, it is refused, or restored as it was', async () => {
  const { database, archive, target, backUp } = await scene();
  await backUp();
  rename(database, 'Tui');
  await backUp();
  await restoreTo(target, archive(1));
  const whole = readFileSync(target);
  rmSync(target);
  for (const file of [archive(0), archive(1)]) {
    const good = readFileSync(file);
    const damages: [string, Buffer][] = [0, 0.01, 0.3, 0.7, 0.99].map((share) => {
      const bad = Buffer.from(good);
      const at = Math.floor(share * good.length);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      return [`byte ${at}`, bad];
    });
    damages.push(['cut', good.subarray(0, good.length / 2)], ['empty', Buffer.alloc(0)]);
    for (const [what, bad] of damages) {
      writeFileSync(file, bad);
      const refusal = await restoreTo(target, archive(1)).then(
        () => undefined,
        (fault: Refusal) => fault.reason,
      );
      // a byte that says nothing, such as one of the compression's own checksum
      if (refusal === undefined) expect(readFileSync(target).equals(whole), what).toBe(true);
      else expect(wordsOf(refusal), what).toMatch(/is damaged or incomplete|is not a backup of Wātea|is not in /);
      expect(existsSync(target), what).toBe(refusal === undefined);
      rmSync(target, { force: true });
    }
    writeFileSync(file, good);
  }
  expect(readdirSync(join(target, '..')).filter((name) => /scratch|restored/.test(name))).toEqual([]);
});

test('an increment without those before it, and a database of a newer Wātea, are refused with what to do', async () => {
  const { database, archive, target, backUp } = await scene();
  await backUp();
  await backUp();
  const alone = join(target, '..', '..', 'alone');
  mkdirSync(alone);
  copyFileSync(archive(1), join(alone, 'increment.tar.zst'));
  expect(await refusalFor(restoreTo(target, join(alone, 'increment.tar.zst')))).toMatch(
    /is an increment, and an archive that it was made on is not in .*alone: put all archives/,
  );
  database.writer.sqlite.pragma('user_version = 9000');
  const { file } = await backUpToFile(database.writer.sqlite.name, join(alone, 'newer.tar.zst'), {
    madeBy: 'jo',
    onProgress,
  });
  expect(await refusalFor(restoreTo(target, file))).toMatch(/is at version 9000, newer than this Wātea knows/);
});

test('a database that was damaged before it was backed up is no sound backup', async () => {
  const { database, settings, backUp } = await scene();
  const { sqlite } = database.writer;
  await backUp();
  sqlite.exec('DROP TRIGGER audit_entry_is_not_changed');
  expect(await refusalFor(backUp('full'))).toMatch(/The database in .* has faults/);
  // the last good one is still there
  expect(archiveNames(settings.folder)).toHaveLength(1);
});

test('only the newest full archives are kept, with their increments', async () => {
  const { settings, backUp } = await scene(2);
  for (const kind of ['full', 'due', 'full', 'due', 'full', 'due'] as const) await backUp(kind);
  const kinds = archiveNames(settings.folder).map((name) => name.slice(26).split('.')[0]);
  expect(kinds).toEqual(['full', 'increment', 'full', 'increment']);
});

test('a backup replaces an older one, and nothing else', async () => {
  const { database, target } = await scene();
  const { name } = database.writer.sqlite;
  const file = join(target, '..', '..', 'one.tar.zst');
  const order = { madeBy: 'jo', onProgress };
  const { bytes } = await backUpToFile(name, file, order);
  expect([statSync(file).size, statSync(file).mode & 0o777]).toEqual([bytes, 0o600]);
  await backUpToFile(name, file, order);
  expect(await refusalFor(backUpToFile(name, name, order))).toMatch(/exists and is not a backup/);
  expect((await checkArchive(file, onProgress)).archives).toBe(1);
});

test.skipIf(!canMount)(
  'a full disk is said in one sentence, and leaves the older backup and nothing else',
  async () => {
    const disk = mountSmallDisk(4);
    onTestFinished(() => disk.remove());
    const { database } = await scene();
    const { sqlite } = database.writer;
    const file = join(disk.path, 'watea.tar.zst');
    const order = { madeBy: 'jo', onProgress };
    await backUpToFile(sqlite.name, file, order);
    const older = readFileSync(file);
    sqlite.exec('CREATE TABLE filler (x); INSERT INTO filler VALUES (randomblob(6000000))');
    expect(await refusalFor(backUpToFile(sqlite.name, file, order))).toMatch(
      /^The disk is full: .* free some space, then try again\.$/,
    );
    expect(readdirSync(disk.path)).toEqual(['watea.tar.zst']);
    expect(readFileSync(file).equals(older)).toBe(true);
  },
);

test('a standby reports what has arrived, and promotes the newest state that is sound', async () => {
  const { database, settings, archive, target, backUp } = await scene();
  const standby = new Standby(settings.folder, 1);
  for (const name of ['Kea', 'Tui', 'Moa']) {
    rename(database, name);
    await backUp();
  }
  const found = await standby.look();
  expect(found.arrived.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  expect(join(settings.folder, found.newest?.name ?? '')).toBe(archive(2));
  expect((await standby.look()).arrived).toEqual([]);

  writeFileSync(archive(2), readFileSync(archive(2)).subarray(0, 300));
  const after = await standby.look();
  expect(after.arrived.map(({ fault }) => fault?.reason.code)).toEqual(['backup-damaged']);
  expect(join(settings.folder, after.newest?.name ?? '')).toBe(archive(1));
  const promoted = await promote(settings.folder, { databaseFile: target, nowMs: 0, onProgress });
  expect([registrarIn(target), promoted.skipped.length]).toEqual(['Tui', 1]);

  await backUp('full');
  await standby.look();
  expect(archiveNames(settings.folder).filter((name) => name.includes('full'))).toHaveLength(1);
});
