import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { coverageAreaBlock } from '#db/broadband/schema.ts';
import { getPublishedId, listVersions } from '#db/broadband/versions.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { addJob, getJob, type NewJob } from '#db/jobs/jobs.ts';
import { claimJob } from '#db/jobs/queue.ts';
import { insertUpload } from '#db/jobs/uploads.ts';
import { migrate } from '#db/migrate.ts';
import { staff } from '#db/staff/schema.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { removeAbandonedCoverage } from '#flows/broadband/remove-abandoned.ts';
import { uploadFile } from '#flows/files/upload-files.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { jobKinds } from '#lib/jobs/kinds.ts';
import { runJob } from '#server/jobs/run-job.ts';
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
import type { CancelOrder, CancelReply } from '#tests/support/processes/cancel-later.ts';
import { ownUploadFolder } from '#tests/support/uploads.ts';

ownUploadFolder();

const uploadId = 'c'.repeat(32);
const by = { actor: { who: 'jo@example.nz', address: null }, nowMs };

/** Squares enough for a job to take some tenths of a second. */
const towns = (provider: string, shift: number, count = 600) =>
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
let canceller: Worker;
beforeAll(async () => {
  folder = makeFolder();
  template = join(folder.path, 'template.db');
  const database = openDatabase(template);
  await prepare(database);
  closeDatabase(database);
  canceller = new Worker(new URL('../../../tests/support/processes/cancel-later.ts', import.meta.url), {
    workerData: 1,
  });
  await once(canceller, 'message');
}, 60_000);
afterAll(async () => {
  await canceller.terminate();
  folder.remove();
});

/** A number from 0 to 1 for each try, spread evenly over any row of them. */
const moment = (number: number) => (number * 0.618_033_988_75) % 1;

const answersOf = ({ reader }: Connections) => {
  const lookup = coverageLookup(reader);
  return points.map((point) => lookup.answerAt(point, '', '')).join('\n');
};

/** All rows of the coverage, except numbers that only increase. */
function contentOf(database: Connections) {
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

/** Runs a job on a copy of the template. @param cancelAfterMs when it is cancelled; never when left out */
async function run(newJob: NewJob, name: string, cancelAfterMs?: number) {
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
  const replied = cancelAfterMs === undefined ? undefined : once(canceller, 'message');
  if (cancelAfterMs !== undefined)
    canceller.postMessage({ databaseFile, jobId, afterMs: cancelAfterMs } satisfies CancelOrder);
  const startedAt = performance.now();
  await runJob(database, claimed, new AbortController().signal);
  const tookMs = performance.now() - startedAt;
  const isAccepted = ((await replied)?.[0] as CancelReply | undefined)?.isAccepted;
  return { database, before, job: getJob(database.reader, jobId), tookMs, isAccepted, databaseFile };
}

let cancelled = 0;
const perJob = Math.ceil(tries(100, 1000) / jobs.length);

test.each(jobs.map((job) => [job.title, job] as const))(
  '%s: cancelled at a random moment, nothing of it is left; cancelled too late, it is done',
  async (title, job) => {
    const whole = await run(job, title);
    expect(whole.job).toMatchObject({ state: 'done', fault: null });
    const areaBlocks = areaBlocksOf(whole.database);
    closeDatabase(whole.database);
    for (let number = 0; number < perJob; number++) {
      const { database, before, databaseFile, isAccepted, ...ended } = await run(
        job,
        `${title} ${number}`,
        moment(number) * whole.tookMs,
      );
      const state = ended.job?.state ?? '';
      if (state === 'cancelled') cancelled++;
      // never "Done" after a cancellation that was accepted, and never "Cancelled" after one that was not
      expect([number, state]).toEqual([number, isAccepted === true ? 'cancelled' : 'done']);
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
  },
  60_000,
);

test('many of these moments were early enough', () => {
  expect(cancelled).toBeGreaterThan(2 * jobs.length);
});
