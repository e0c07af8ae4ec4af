import { beforeEach, describe, expect, test } from 'vitest';
import { provider } from '#db/broadband/schema.ts';
import { layersOf, listVersions } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import type { JobKind } from '#lib/jobs/kinds.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import {
  collection,
  dump,
  feature,
  file,
  importFile,
  nowMs,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import type { JobContext } from './runner.ts';
import { runners } from './runners.ts';

const towns = (name: string, longitude: number) =>
  file(collection(feature({ provider: name }, square(longitude, -41))), `${name}.geojson`);

let database: Connections;
/** A version that was based on an older one. */
let late: number;

beforeEach(async () => {
  database = freshDatabase();
  const [first, waiting, second] = [
    await importFile(database, towns('One', 174)),
    await importFile(database, towns('Two', 173)),
    await importFile(database, towns('Three', 172)),
  ];
  await publishVersion(database, first.id, writing);
  await publishVersion(database, (await importFile(database, towns('Four', 171))).id, writing);
  late = waiting.id;
  expect(second.id).toBeGreaterThan(late);
  database.writer.db.update(provider).set({ url: 'https://four.example/' }).run();
});

function contextWith(parameters: unknown, finishWithin: JobContext['finishWithin']): JobContext {
  return {
    database,
    parameters,
    nowMs,
    signal: new AbortController().signal,
    finishWithin,
    upload: undefined,
    actor: { who: 'editor@example.nz', address: null },
    report: () => {},
  };
}

const rowsOf = () => ({ ...dump(database), sqlite_sequence: [] });
const versions = () => listVersions(database.reader).map(({ id, state }) => ({ id, state }));

describe.each<[JobKind, () => unknown]>([
  ['coverage rebuild', () => ({ versionId: late })],
  ['coverage retire', () => ({ layerId: layersOf(database.reader.db, 4)[0]?.id })],
  ['provider apply', () => ({ providerId: 1, fields: ['url'] })],
])('%s', (kind, parameters) => {
  test('ends in the transaction that makes its version ready: a job that dies before has no effect', async () => {
    const before = rowsOf();
    const die = () => {
      throw new Error('killed');
    };
    await expect(runners[kind](contextWith(parameters(), die))).rejects.toThrow('killed');
    expect(rowsOf()).toEqual(before);
  });

  test('records its outcome in that transaction, so the outcome cannot be lost afterwards', async () => {
    const known = versions();
    const recorded: JobOutcome[] = [];
    const within: unknown[] = [];
    const outcome = await runners[kind](
      contextWith(parameters(), (db, found) => {
        recorded.push(found);
        within.push(listVersions({ ...database.writer, db }).map(({ id, state }) => ({ id, state })));
      }),
    );
    expect(recorded).toEqual([outcome]);
    const made = { id: (outcome as { id: number }).id, state: 'ready' };
    const kept = kind === 'coverage rebuild' ? known.filter(({ id }) => id !== late) : known;
    expect(within).toEqual([[made, ...kept]]);
    expect(versions()).toEqual([made, ...kept]);
  });
});
