import { expect, test } from 'vitest';
import { putDefaultSpeeds } from '#db/broadband/own/settings.ts';
import type { Connection } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { insertUpload } from '#db/jobs/uploads.ts';
import { staff } from '#db/staff/schema.ts';
import { addAlias } from '#flows/broadband/provider-changes.ts';
import { publishNow } from '#flows/broadband/publication.ts';
import { cancelJob } from '#flows/jobs/jobs.ts';
import { collection, feature, file, importFile, nowMs, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { importsOfInspection, listOpenInspections, mappingFacts } from './mapping-facts.ts';
import { requireProviderByName } from './providers.ts';

const by = { actor: { who: 'jo@example.nz', address: null }, nowMs };

function upload({ db }: Connection, digit: string): string {
  const id = digit.repeat(32);
  db.insert(staff)
    .values({ id: 1, email: 'jo@example.nz', role: 'editor', createdAt: nowMs })
    .onConflictDoNothing()
    .run();
  insertUpload(db, { id, name: `${digit}.geojson`, bytes: 5, queue: 'coverage', staffId: 1, createdAt: nowMs });
  return id;
}
const addInspection = ({ db }: Connection, uploadId: string) =>
  addJob(db, { kind: 'coverage inspection', title: 'Looking', parameters: {}, uploadId }, by);
const addImport = ({ db }: Connection, uploadId: string, inspection: number) =>
  addJob(db, { kind: 'coverage import', title: 'Import', parameters: { inspection }, uploadId }, by);
const openIds = (writer: Connection) => listOpenInspections(writer).map(({ id }) => id);

test('a file waits with its latest inspection until it is addImport', () => {
  const { writer } = freshDatabase();
  const [one, two] = [upload(writer, 'a'), upload(writer, 'b')];
  const first = addInspection(writer, one);
  const again = addInspection(writer, one);
  const other = addInspection(writer, two);
  expect(openIds(writer)).toEqual([other, again]);

  const importJob = addImport(writer, one, again);
  expect(openIds(writer)).toEqual([other]);
  expect(importsOfInspection(writer, again).map(({ id }) => id)).toEqual([importJob]);
  expect(importsOfInspection(writer, first)).toEqual([]);

  // after a cancelled import the file waits again
  cancelJob.within(writer.db, importJob, by);
  expect(openIds(writer)).toEqual([other, again]);
  cancelJob.within(writer.db, other, by);
  expect(openIds(writer)).toEqual([again]);
});

test('the facts for a mapping: technologies, providers with all their names, published coverage and its deliveries', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  await importFile(database, file(collection(feature({}, square(174, -41)))), {
    delivery: 'all towns',
    asOf: '2026-11-01',
  });
  publishNow(db, 1, writing);
  const { id } = requireProviderByName(db, 'One');
  addAlias.within(db, { id, alias: 'ONE Ltd' }, by);
  putDefaultSpeeds(db, id, 1, { bandwidth_max_mbps: 950 });
  expect(mappingFacts(db, 'towns')).toEqual({
    technologies: ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'],
    providers: [
      {
        id,
        name: 'One',
        foldedNames: ['one', 'one ltd'],
        isRetired: false,
        delivery: 'all towns',
        defaultSpeeds: [{ technology: 'Fibre', speeds: { bandwidth_max_mbps: 950 } }],
      },
    ],
    published: [{ technology: 'Fibre', provider: 'One', delivery: 'all towns', parts: 1, asOf: '2026-11-01' }],
    layerName: 'towns',
  });
  expect(mappingFacts(db, 'farms').providers).toMatchObject([{ delivery: undefined }]);
});
