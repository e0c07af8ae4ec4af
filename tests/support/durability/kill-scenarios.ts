import { Readable } from 'node:stream';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { insertJob } from '#db/jobs/jobs.ts';
import { claimJob } from '#db/jobs/queue.ts';
import { migrate } from '#db/migrate.ts';
import { updateOpenDataChoice } from '#db/open-data/open-data.ts';
import { keepCoverage } from '#flows/broadband/coverage-changes.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { deleteVersion, tidyCoverage } from '#flows/broadband/remove-version.ts';
import { makeOpenData } from '#flows/open-data/make-files.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { dueRelease, runReleaseJob } from '#flows/registry/release-job.ts';
import { undoLastImport } from '#flows/registry/undo-import.ts';
import { importAreas } from '#flows/statistics/import-areas.ts';
import { measureStatistics } from '#flows/statistics/measure-statistics.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { type JobKind, jobKinds } from '#lib/jobs/kinds.ts';
import { runJob } from '#server/jobs/run-job.ts';
import { collection, feature, file, importFile, square } from '#tests/support/files/coverage-files.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';

export const nowMs = Date.parse('2026-11-21T00:00:40+13:00');
const nextYearMs = Date.parse('2027-01-05T00:00:40+13:00');
const actor = { who: 'jo@example.nz', address: null };
const by = { actor, nowMs };
const writing = { ...by, isLossConfirmed: true };

const header = 'domain,registered,cancel_date';
const rowsOf = (from: number, to: number, rest: string) =>
  Array.from({ length: to - from }, (_, place) => `stepped-${from + place}.co.nz,2001-09-09T01:46:40Z,${rest}`);
/** Names whose release date has passed. */
const due = rowsOf(0, 20, '2026-08-01');

const registerFile = (kind: 'merge' | 'replace', rows: readonly string[]) => (database: Connections) =>
  importRegister(database.writer, Readable.from([Buffer.from([header, ...rows].join('\n'))]), {
    kind,
    source: `${kind}.csv`,
    maxMissing: 1000,
    clock: () => nowMs,
    actor,
  });

const coverageFile =
  (provider: string, north: number, mode: 'join' | 'replace' = 'join') =>
  (database: Connections) => {
    const towns = [0, 1, 2].map((east) => feature({ provider }, square(174 + east / 4, -41 + north / 4, 0.02)));
    return importFile(database, file(collection(...towns)), { ...writing, exclusive: false, mode });
  };

/** A place in each town of all coverage files. */
const placesOfTowns = [0, 1, 2, 3, 4].flatMap((north) =>
  [0, 1, 2].map((east) => ({ x: toUnitX(174.01 + east / 4), y: toUnitY(-40.99 + north / 4) })),
);

const placesFile = (database: Connections) => {
  const rows = ['name,feat_type,latitude,longitude', 'Ōtaki,Town,-40.75,175.15', 'Levin,Town,-40.62,175.28'];
  const bytes = Readable.from([Buffer.from(rows.join('\n'))]);
  return importPlaces(database.writer, bytes, { ...by, source: 'towns.csv', onProgress: () => undefined });
};

/** Districts of some towns of the coverage files. */
const areasFile = (north: number) => (database: Connections) => {
  const districts = [0, 1].map((east) => ({
    type: 'Feature',
    properties: { name: `District ${east}` },
    geometry: { type: 'Polygon', coordinates: [square(174 + east / 4, -41 + north / 4, 0.03)] },
  }));
  const asked = { column: 'name', name: 'Districts', attribution: '' };
  return importAreas(database.writer, file(collection(...districts)), { ...by, ...asked });
};

/** The ids of the versions of `makeBase`: the last one is ready, and two were published. */
const versions = { first: 1, second: 2, ready: 3 };

/** What is done to a database made by `makeBase`. */
export const scenarios: Readonly<Record<string, (database: Connections) => Promise<unknown>>> = {
  'register import of changes': registerFile('merge', [...rowsOf(10, 30, ''), ...rowsOf(30, 60, '2026-11-01')]),
  'register import of a full file': registerFile('replace', rowsOf(5, 65, '2026-10-01')),
  'register undo': ({ writer }) => undoLastImport(writer, { clock: () => nowMs, actor }),
  'release job': async ({ writer }) => {
    const job = dueRelease({ db: writer.db }, nowMs) ?? { scheduleDate: nowMs, kind: 'scheduled' as const };
    return await runReleaseJob(writer, { ...job, ...by });
  },
  'coverage import': coverageFile('Three', 3),
  'coverage import in place of the published': coverageFile('One', 2, 'replace'),
  'coverage publish': (database) => publishVersion(database, versions.ready, writing),
  'coverage rollback': (database) => rollBack(database, writing),
  'coverage delete': (database) => deleteVersion(database, versions.ready, writing),
  'coverage keep': ({ writer }) => keepCoverage(writer, { versionId: versions.first, isKept: true }, by),
  'coverage of a past year': (database) => tidyCoverage(database, { ...writing, nowMs: nextYearMs }),
  'place import': placesFile,
  'areas import': areasFile(1),
  'open data': (database) => makeOpenData(database, { nowMs, baseUrl: 'https://watea.example' }),
  'areas measure': ({ writer }) => measureStatistics(writer, versions.second, { nowMs }),
};

/** Runs a job as the process of its queue does: the one that a killed process left, or a new one. */
const job = (kind: JobKind, parameters: unknown) => async (database: Connections) => {
  const { writer } = database;
  const { queue } = jobKinds[kind];
  if (writer.sqlite.prepare('SELECT 1 FROM work WHERE queue = ?').get(queue) === undefined)
    insertJob(writer.db, { kind, title: kind, parameters }, by);
  const claimed = claimJob(writer, queue, nowMs);
  if (claimed !== undefined) await runJob(database, claimed, new AbortController().signal);
  const states = writer.sqlite.prepare('SELECT state FROM work WHERE queue = ?').pluck().all(queue);
  if (states.join() !== 'done') throw new Error(`The job is ${states.join()}.`);
};

/** The same as jobs, each of which can be run again after any kill. */
export const jobScenarios: Readonly<Record<string, (database: Connections) => Promise<unknown>>> = {
  'job that publishes coverage': job('coverage publish', { versionId: versions.ready }),
  'job that rolls coverage back': job('coverage rollback', { versionId: versions.second }),
  'job that undoes a register import': job('register undo', { run: 2 }),
};

/** Makes the database on which all scenarios work. */
export async function makeBase(databaseFile: string): Promise<void> {
  const database = openDatabase(databaseFile);
  migrate(database.writer);
  await registerFile('merge', due)(database);
  await registerFile('merge', rowsOf(15, 55, '2026-08-02'))(database);
  await placesFile(database);
  for (const [provider, north] of [
    ['One', 0],
    ['Two', 1],
  ] as const) {
    const { id } = await coverageFile(provider, north)(database);
    await publishVersion(database, id, writing);
  }
  await coverageFile('Four', 4)(database);
  await areasFile(0)(database);
  updateOpenDataChoice(database.writer.db, { isOffered: true, licence: 'CC0-1.0', attribution: 'Test' });
  closeDatabase(database);
}

/** Everything that APIs, pages or staff can see of these subjects, without the times and ids that differ from run to run. */
export function visibleState({ reader }: Connections): Readonly<Record<string, unknown[]>> {
  const { sqlite } = reader;
  letCachesCheck();
  const ask = (sql: string) => sqlite.prepare(sql).raw().all();
  const published = (subject: string) => `(SELECT value FROM generation WHERE subject = '${subject}')`;
  const current = '(SELECT max(id) FROM coverage_publication)';
  const versionId = `(SELECT version_id FROM coverage_publication WHERE id = ${current})`;
  return {
    names: ask(`SELECT name, registered, cancelled, free_at FROM (
        SELECT *, max(revision) FROM domain WHERE revision <= ${published('register')} GROUP BY name) ORDER BY name`),
    missing: ask(
      "SELECT name, returned_run IS NULL FROM missing_name WHERE since_run IN (SELECT id FROM register_run WHERE state = 'published') ORDER BY name",
    ),
    runs: ask("SELECT kind, state, source FROM register_run WHERE state IN ('published', 'undone') ORDER BY id"),
    releases: ask('SELECT schedule_date, kind, released FROM release_run'),
    versions: ask(`SELECT note, source, published_at IS NULL, kept, index_bytes > 0,
        (SELECT count(*) FROM coverage_version_layer WHERE version_id = coverage_version.id)
        FROM coverage_version WHERE state = 'ready' ORDER BY id`),
    dataFiles: ask('SELECT name, sha256 FROM data_file ORDER BY version_id, name'),
    publications: ask('SELECT kind FROM coverage_publication ORDER BY id'),
    offers: ask(`SELECT provider_name, count(DISTINCT part.id), sum(length(part.rings))
        FROM coverage_version_layer AS own JOIN coverage_offer AS offer ON offer.layer_id = own.layer_id
        JOIN coverage_part AS part ON part.offer_id = offer.id
        WHERE own.version_id = ${versionId} GROUP BY provider_name ORDER BY provider_name`),
    answers: placesOfTowns.map((point) => coverageLookup(reader).answerAt(point, '', '')),
    providers: ask('SELECT name FROM provider WHERE pending_version_id IS NULL ORDER BY name'),
    places: ask('SELECT list, number, entries FROM place_list ORDER BY list'),
    areas: ask('SELECT slug, revision, (SELECT sum(length(parts)) FROM area WHERE set_id = area_set.id) FROM area_set'),
    figures: ask(`SELECT version_id, revision, slug, square_metres, reached FROM area_measurement AS measured
        JOIN area_figure AS figure ON figure.measurement_id = measured.id ORDER BY version_id, slug`),
    // a version that was removed has used up its number
    audit: ask("SELECT action, rtrim(subject, '0123456789'), before, after FROM audit_entry ORDER BY id"),
  };
}
