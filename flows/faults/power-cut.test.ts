import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { DiskModel, type Files } from '#tests/support/durability/disk-model.ts';
import { canTrace, type Operation, traceScript } from '#tests/support/durability/traced-writes.ts';
import { environmentWith } from '#tests/support/environment.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const data = join(folder.path, 'data');
const file = join(data, 'watea.db');
const script = join(import.meta.dirname, '../../tests/support/processes/traced-process.ts');

const filesIn = (path: string): Files =>
  new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));

/** What a trace shows, and what was on the disk before. */
function traced(): { readonly before: Files; readonly operations: readonly Operation[] } {
  mkdirSync(data);
  const writer = openWriter(file);
  migrate(writer);
  writer.sqlite.close();
  const before = filesIn(data);
  const environment = environmentWith({ DATABASE_URL: `file:${file}` });
  const operations = traceScript(script, environment, data, join(folder.path, 'trace'));
  return { before, operations };
}

/** What a new process finds after a power cut. */
function found(files: Files) {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  for (const [name, bytes] of files) writeFileSync(join(data, name), bytes);
  const sqlite = new Database(file);
  try {
    const all = (sql: string) => sqlite.prepare(sql).pluck().all();
    const published = "(SELECT value FROM generation WHERE subject = 'register')";
    const number = all("SELECT number FROM place_list WHERE list = 'gazetteer'")[0];
    return {
      check: all('PRAGMA integrity_check'),
      registrars: all('SELECT name FROM registrar ORDER BY id'),
      recorded: all("SELECT subject FROM audit_entry WHERE action = 'registrar.add' ORDER BY id"),
      names: Number(all(`SELECT count(*) FROM domain WHERE revision <= ${published}`)[0]),
      places: number === undefined ? 0 : placesIn(`${file}.gazetteer-${number}`),
      entries: Number(all("SELECT entries FROM place_list WHERE list = 'gazetteer'")[0] ?? 0),
      secret: files.get('watea.db.secret')?.toString(),
    };
  } finally {
    sqlite.close();
  }
}

function placesIn(path: string): number {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  try {
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    return Number(sqlite.prepare('SELECT count(*) FROM place').pluck().get());
  } finally {
    sqlite.close();
  }
}

/** What was found in files that other power cuts leave too. */
const known = new Map<string, ReturnType<typeof found>>();

function foundOnce(files: Files): ReturnType<typeof found> {
  // nobody reads a file before it has its name, or the index of the log, which is made again
  const read = new Map([...files].filter(([name]) => !/\.unfinished|-shm$/.test(name)));
  const hash = createHash('sha1');
  for (const [name, bytes] of read) hash.update(`${name} ${bytes.length} `).update(bytes);
  const digest = hash.digest('hex');
  const facts = known.get(digest) ?? found(read);
  known.set(digest, facts);
  return facts;
}

/** Everything that was confirmed is there, and nothing is there in part. */
function expectConfirmed(files: Files, confirmed: readonly string[]): void {
  const now = foundOnce(files);
  expect(now.check).toEqual(['ok']);
  expect(now.recorded).toEqual(now.registrars);
  const registrars = confirmed.filter((text) => text.startsWith('registrar ')).map((text) => text.split(' ')[1]);
  expect(now.registrars.slice(0, registrars.length)).toEqual(registrars);
  const last = (what: string) => Number(confirmed.findLast((text) => text.startsWith(what))?.split(' ')[1] ?? 0);
  expect([0, 40, 80]).toContain(now.names);
  expect(now.names).toBeGreaterThanOrEqual(last('names '));
  expect(now.places).toBe(now.entries);
  expect(now.places).toBeGreaterThanOrEqual(last('places '));
  if (confirmed.includes('secret')) expect(now.secret).toBeDefined();
  if (now.secret !== undefined) expect(now.secret).toMatch(/^[0-9a-f]{64}\n$/);
}

/** A repeatable choice between 0 and 1. */
function* choices(): Generator<number, never> {
  for (let state = 20_261_123; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe.skipIf(!canTrace)('a power cut (needs strace, which this machine lacks if this is skipped)', () => {
  test('loses nothing that was confirmed, after every prefix and any part of the writes that were not synced', () => {
    const { before, operations } = traced();
    const disk = new DiskModel(before);
    const confirmed: string[] = [];
    const random = choices();
    let cuts = 0;
    const cut = (files: Files) => {
      cuts++;
      expectConfirmed(files, confirmed);
    };
    /** All power cuts until the next sync: each change may be the last one that reached the disk. */
    const cutAnywhere = () => {
      for (let kept = 0; kept <= disk.pending; kept++) cut(disk.afterPowerCut((place) => place < kept));
      for (let attempt = 0; attempt < tries(1, 20); attempt++) {
        const names = random.next().value * disk.pending;
        cut(disk.afterPowerCut((place) => (disk.isName(place) ? place < names : random.next().value < 0.5)));
      }
    };
    for (const operation of operations) {
      if (operation.kind === 'sync') cutAnywhere();
      if (operation.kind === 'confirm') confirmed.push(operation.text);
      disk.apply(operation);
    }
    cutAnywhere();
    expect(confirmed).toEqual([
      'migrated',
      'secret',
      'registrar Kea',
      'registrar Tui',
      'names 40',
      'places 1',
      'registrar Moa',
      'names 80',
      'places 2',
      'registrar Ruru',
    ]);
    expect(cuts).toBeGreaterThan(200);
  });
});
