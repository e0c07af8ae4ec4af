import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { coverageAreaBlock } from '#db/broadband/schema.ts';
import { getPublishedId, listVersions } from '#db/broadband/versions.ts';
import { type Connection, type Connections, closeDatabase, openDatabase, openWriter } from '#db/client.ts';
import { addJob, getJob, type NewJob } from '#db/jobs/jobs.ts';
import { claimJob } from '#db/jobs/queue.ts';
import { insertUpload } from '#db/jobs/uploads.ts';
import { migrate } from '#db/migrate.ts';
import { staff } from '#db/staff/schema.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { removeAbandonedCoverage } from '#flows/broadband/remove-version.ts';
import { uploadFile } from '#flows/files/upload-files.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { jobKinds } from '#lib/jobs/kinds.ts';
import { runJob } from '#server/jobs/run-job.ts';
import { slowDownTime, watchCommits } from '#tests/support/durability/durable-writes.ts';
import { spread } from '#tests/support/durability/killed-anywhere.ts';
import {
  collection,
  dump,
  feature,
  file,
  importFile,
  importOnly,
  nowMs,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { ownUploadFolder } from '#tests/support/uploads.ts';

ownUploadFolder();

const uploadId = 'c'.repeat(32);
const by = { actor: { who: 'jo@example.nz', address: null }, nowMs };

// A job is cancelled after each of its commits, and before each of its looks whether it is cancelled. Between two of these
// it makes no difference when.

/** At how many of these points each job is cancelled, evenly spread; and how many of the last ones, where it is done. */
const [cancelsOfJob, lastOnes] = [tries(40, Number.POSITIVE_INFINITY), 8];
/** A job for each of them takes many minutes on a busy machine, in milliseconds. */
const timeout = tries(300_000, 3_600_000);

const towns = (provider: string, shift: number, count = 40) =>
  collection(
    ...Array.from({ length: count }, (_, place) =>
      feature({ provider }, square(169 + (place % 60) / 8 + shift, -46 + Math.floor(place / 60) / 8, 0.01)),
    ),
  );
const points = Array.from({ length: 40 }, (_, place) => ({ x: toUnitX(169.005 + place / 8), y: toUnitY(-45.995) }));

/** Version 1 and 2 are published, 3 waits and is outdated, 4 is published, 5 is neither measured nor drawn. */
async function prepare(database: Connections): Promise<void> {
  migrate(database.writer);
  const { writer } = database;
  const make = (provider: string, shift: number) =>
    importFile(database, file(towns(provider, shift), `${provider}.geojson`));
  for (const [place, provider] of ['One', 'Two'].entries()) {
    const { id } = await make(provider, place / 100);
    await publishVersion(database, id, writing);
  }
  await make('Late', 0.02);
  const { id } = await make('Four', 0.03);
  await publishVersion(database, id, writing);
  await importOnly(database, file(towns('Undrawn', 0.04), 'undrawn.geojson'));
  // has to be indexed again before it can be published
  writer.sqlite.exec(
    "UPDATE coverage_version SET index_bytes = NULL WHERE id IN (1, 2); UPDATE provider SET url = 'https://one.example/'",
  );
  await removeAbandonedCoverage(writer, writing);
  writer.sqlite.exec('DELETE FROM work; DELETE FROM audit_entry');
  writer.db.insert(staff).values({ id: 1, email: 'jo@example.nz', role: 'editor', createdAt: nowMs }).run();
  const bytes = JSON.stringify(towns('One', 0.05));
  insertUpload(writer.db, {
    id: uploadId,
    name: 'new.geojson',
    bytes: bytes.length,
    queue: 'coverage',
    staffId: 1,
    createdAt: nowMs,
  });
  mkdirSync(dirname(uploadFile(uploadId)), { recursive: true });
  writeFileSync(uploadFile(uploadId), bytes);
}

const jobs: readonly NewJob[] = [
  { kind: 'coverage inspection', title: 'inspect', parameters: { choices: {} }, uploadId },
  { kind: 'coverage import', title: 'import', parameters: { mode: 'replace', newProviders: true }, uploadId },
  { kind: 'coverage import', title: 'add', parameters: { mode: 'add', newProviders: true }, uploadId },
  { kind: 'coverage rebuild', title: 'rebuild', parameters: { versionId: 3 } },
  { kind: 'coverage rebuild', title: 'rebuild and publish', parameters: { versionId: 3, publish: true } },
  { kind: 'coverage publish', title: 'publish', parameters: { versionId: 1 } },
  { kind: 'coverage rollback', title: 'roll back', parameters: { versionId: 4 } },
  { kind: 'coverage retire', title: 'retire', parameters: { layerId: 1 } },
  { kind: 'coverage tidying', title: 'tidy up', parameters: {} },
  { kind: 'coverage figures', title: 'measure and draw', parameters: { versionId: 5 } },
  { kind: 'provider apply', title: 'apply', parameters: { providerId: 1, fields: ['url'] } },
];

let folder: ReturnType<typeof makeFolder>;
let template: string;
beforeAll(async () => {
  folder = makeFolder();
  template = join(folder.path, 'template.db');
  const database = openDatabase(template);
  await prepare(database);
  closeDatabase(database);
});
afterAll(() => folder.remove());

const answersOf = ({ reader }: Connections) => {
  const lookup = coverageLookup(reader);
  return points.map((point) => lookup.answerAt(point, '', '')).join('\n');
};

/** All rows of the coverage, except numbers that only increase and heartbeats. */
function contentOf(database: Connections) {
  database.writer.sqlite.exec('UPDATE coverage_version SET heartbeat_at = 0');
  const { sqlite_sequence: _, generation: _generation, ...rows } = dump(database);
  return rows;
}

/** Without the figures and drawings that are stored as each is complete. */
function comparable(database: Connections, { kind }: NewJob) {
  const content = contentOf(database);
  if (kind === 'coverage figures') {
    const { coverage_comparison: _c, coverage_loss: _l, coverage_area_block: _a, ...others } = content;
    const { coverage_piece: _p, coverage_drawing: _d, ...rest } = others;
    return rest;
  }
  return content;
}

/** The sums of each version, which are stored all at once. */
const areaBlocksOf = ({ reader }: Connections) =>
  Map.groupBy(reader.db.select().from(coverageAreaBlock).all(), ({ versionId }) => versionId);

const scratchOf = (databaseFile: string) =>
  readdirSync(dirname(databaseFile)).filter((name) => name.includes('-scratch-'));
const halfDrawn = ({ reader }: Connections) =>
  reader.sqlite
    .prepare(
      'SELECT DISTINCT layer_id FROM coverage_piece WHERE layer_id NOT IN (SELECT layer_id FROM coverage_drawing)',
    )
    .all();

/** Calls `onLook` before each look of a job whether it is cancelled. */
function watchLooks({ sqlite }: Connection, onLook: () => void): void {
  const prepare = sqlite.prepare.bind(sqlite);
  Object.assign(sqlite, {
    prepare: (sql: string) => {
      const statement = prepare(sql);
      if (!sql.startsWith('select "cancelled_by" from "work"')) return statement;
      const { get } = statement;
      return Object.assign(statement, {
        get: (...given: unknown[]) => {
          onLook();
          return get.apply(statement, given);
        },
      });
    },
  });
}

/** Cancels a job, as `cancelJob` does. @returns whether it was still unfinished; anything later is refused */
function cancel({ sqlite }: Connection, jobId: number): boolean {
  const unfinished = "UPDATE work SET cancelled_by = 'jo@example.nz' WHERE id = ? AND state IN ('waiting', 'running')";
  return sqlite.prepare(unfinished).run(jobId).changes === 1;
}

/** Runs a job on a copy of the template. @param cancelAt the point at which it is cancelled; never when left out */
async function run(newJob: NewJob, name: string, cancelAt?: number) {
  const databaseFile = join(folder.path, `${name}.db`);
  copyFileSync(template, databaseFile);
  const database = openDatabase(databaseFile, { wait: 'yielding', lockPatienceMs: 60_000 });
  const before = {
    content: comparable(database, newJob),
    answers: answersOf(database),
    areaBlocks: areaBlocksOf(database),
    publishedId: getPublishedId(database.reader.db),
  };
  const jobId = addJob(database.writer.db, newJob, by);
  const claimed = claimJob(database.writer, jobKinds[newJob.kind].queue, nowMs);
  if (claimed === undefined) throw new Error('There is nothing to claim.');
  const canceller = openWriter(databaseFile);
  let points = 0;
  let isAccepted = false;
  const onPoint = () => {
    points++;
    if (points === cancelAt) isAccepted = cancel(canceller, jobId);
  };
  watchCommits(database.writer.sqlite, onPoint);
  watchLooks(database.reader, onPoint);
  const { now } = performance;
  slowDownTime();
  try {
    await runJob(database, claimed, new AbortController().signal);
  } finally {
    performance.now = now;
    canceller.sqlite.close();
  }
  return { database, before, job: getJob(database.reader, jobId), points, isAccepted, databaseFile };
}

const counted = new Map<string, { readonly points: number; readonly cancelled: number }>();

test.each(jobs.map((job) => [job.title, job] as const))(
  '%s: cancelled at any point, nothing of it is left; cancelled too late, it is done',
  { timeout },
  async (title, job) => {
    const whole = await run(job, title);
    expect(whole.job).toMatchObject({ state: 'done', fault: null });
    const areaBlocks = areaBlocksOf(whole.database);
    closeDatabase(whole.database);
    let cancelled = 0;
    const last = Array.from({ length: Math.min(lastOnes, whole.points) }, (_, place) => whole.points - place);
    for (const point of new Set([...spread(cancelsOfJob, whole.points), ...last])) {
      const { database, before, databaseFile, isAccepted, ...ended } = await run(job, `${title} ${point}`, point);
      const state = ended.job?.state ?? '';
      if (state === 'cancelled') cancelled++;
      // never "Done" after a cancellation that was accepted, and never "Cancelled" after one that was not
      expect([point, state]).toEqual([point, isAccepted ? 'cancelled' : 'done']);
      expect(scratchOf(databaseFile)).toEqual([]);
      expect(halfDrawn(database)).toEqual([]);
      for (const [version, blocks] of areaBlocksOf(database))
        expect([before.areaBlocks.get(version), areaBlocks.get(version)]).toContainEqual(blocks);
      expect(listVersions(database.reader).every((version) => version.state === 'ready')).toBe(true);
      if (state === 'cancelled') {
        expect(getPublishedId(database.reader.db)).toBe(before.publishedId);
        expect(answersOf(database)).toBe(before.answers);
        expect(comparable(database, job)).toEqual(before.content);
      }
      closeDatabase(database);
    }
    expect(cancelled).toBeGreaterThan(0);
    counted.set(title, { points: whole.points, cancelled });
  },
);

test('jobs can be cancelled at more than 200 points in all', () => {
  const lines = [...counted].map(
    ([title, { points, cancelled }]) => `${points} points, cancelled at ${cancelled}: ${title}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  expect([...counted.values()].reduce((sum, { points }) => sum + points, 0)).toBeGreaterThan(200);
});
