import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { checkFile } from '#db/integrity.ts';
import { migrate } from '#db/migrate.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { removeAbandoned } from '#flows/remove-abandoned.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { collection, feature, file, importFile, nowMs, square, writing } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { readDatabase } from '#tests/support/read-database.ts';

/** More areas than one chunk writes, so that kills reach every stage. */
const squares = (shift: number) =>
  Array.from({ length: 1500 }, (_, place) =>
    feature({}, square(169 + (place % 80) / 10 + shift, -46 + Math.floor(place / 80) / 10, 0.002)),
  );

/** Each is covered by only one of the two versions. */
const points = Array.from({ length: 60 }, (_, place) => ({
  x: toUnitX(169.001 + (place % 30) / 5 + (place < 30 ? 0 : 0.05)),
  y: toUnitY(-45.999 + (place % 7) / 5),
}));

const answers = (databaseFile: string): string =>
  readDatabase(databaseFile, (reader) => {
    const lookup = coverageLookup(reader);
    return points.map((point) => lookup.answerAt(point, '', '')).join('\n');
  });

/** Rows without their parent row. */
const orphans = (databaseFile: string): unknown =>
  readDatabase(databaseFile, ({ sqlite }) => {
    const count = (sql: string) => sqlite.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
    return {
      building: count("coverage_version WHERE state = 'building'"),
      layers: count('coverage_layer WHERE id NOT IN (SELECT layer_id FROM coverage_version_layer)'),
      offers: count('coverage_offer WHERE layer_id NOT IN (SELECT id FROM coverage_layer)'),
      parts: count('coverage_part WHERE offer_id NOT IN (SELECT id FROM coverage_offer)'),
      cells: count(
        'coverage_cell WHERE (id >> 36) NOT IN (SELECT id FROM coverage_version WHERE index_bytes IS NOT NULL)',
      ),
      reports: count('coverage_report WHERE version_id NOT IN (SELECT id FROM coverage_version)'),
      comparisons: count('coverage_comparison WHERE version_id NOT IN (SELECT id FROM coverage_version)'),
      providers: count('provider WHERE pending_version_id IS NOT NULL'),
    };
  });

interface Importer {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  /** Starts the import once the process is ready. @returns the time of the start */
  begin(): Promise<number>;
}

/** A process that imports a file and publishes it, as the command line and jobs do. */
function importer(databaseFile: string, path: string): Importer {
  const child = fork(join(import.meta.dirname, '../support/processes/import-process.ts'), [databaseFile, path]);
  const isReady = once(child, 'message');
  return {
    child,
    ended: once(child, 'exit'),
    async begin() {
      await isReady;
      child.send('begin');
      return performance.now();
    },
  };
}

const none = { building: 0, layers: 0, offers: 0, parts: 0, cells: 0, reports: 0, comparisons: 0, providers: 0 };

test('killed at ten random moments of import and publish: answers are those before or after, and the next import leaves no orphans', async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const at = (name: string) => join(folder.path, name);
  writeFileSync(at('towns.geojson'), JSON.stringify(collection(...squares(0.05))));
  const database = openDatabase(at('start.db'));
  migrate(database.writer);
  const { id } = await importFile(database, file(collection(...squares(0))));
  await publishVersion(database, id, writing);
  closeDatabase(database);

  const before = answers(at('start.db'));
  copyFileSync(at('start.db'), at('whole.db'));
  const whole = importer(at('whole.db'), at('towns.geojson'));
  const startedAt = await whole.begin();
  await whole.ended;
  const tookMs = performance.now() - startedAt;
  const after = answers(at('whole.db'));
  expect(after).not.toBe(before);

  const outcomes: string[] = [];
  const prepare = (moment: number) => {
    copyFileSync(at('start.db'), at(`killed-${moment}.db`));
    return importer(at(`killed-${moment}.db`), at('towns.geojson'));
  };
  let next = prepare(0);
  for (let moment = 0; moment < 10; moment++) {
    const databaseFile = at(`killed-${moment}.db`);
    const { begin, child, ended } = next;
    await begin();
    // one in each tenth of the whole duration
    await sleep(((moment + Math.random()) / 10) * tookMs);
    child.kill('SIGKILL');
    await ended;
    // loads its modules while the database of this one is checked
    if (moment < 9) next = prepare(moment + 1);
    const restarted = openDatabase(databaseFile);
    // a start of the server tidies up; every other time the next import must do it
    if (moment % 2 === 0) await removeAbandoned(restarted, nowMs);
    const found = answers(databaseFile);
    outcomes.push(found === before ? 'before' : found === after ? 'after' : 'a mixture');
    const another = file(collection(feature({ provider: 'Next' }, square(175, -41))), 'next.geojson');
    await importFile(restarted, another, { mode: 'add' });
    expect(orphans(databaseFile)).toEqual(none);
    expect(checkFile(restarted.reader)).toEqual([]);
    expect(answers(databaseFile)).toBe(found);
    closeDatabase(restarted);
  }
  expect(outcomes).toHaveLength(10);
  expect(outcomes).not.toContain('a mixture');
});
