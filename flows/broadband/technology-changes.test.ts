import { expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { listTechnologies, technologiesInUse } from '#db/broadband/technologies.ts';
import { layersOf } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { faultWords, refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { retireLayer } from './publication.ts';
import { publishVersion } from './publish-version.ts';
import {
  addTechnology,
  changeTechnology,
  reorderTechnologies,
  retireTechnology,
  reviveTechnology,
} from './technology-changes.ts';

const by = { actor: { who: 'ana@watea.example', address: '127.0.0.1' }, nowMs: writing.nowMs };
const satellite = { name: 'Satellite', nominalMaxMbps: 200, colour: null };

const namesOf = ({ writer }: Connections) => technologiesInUse(writer).map(({ name }) => name);
const auditOf = ({ writer }: Connections) =>
  writer.sqlite
    .prepare("SELECT action, subject, before, after FROM audit_entry WHERE action LIKE 'technology.%' ORDER BY id")
    .raw()
    .all();

const faultsOf = (work: () => unknown) => faultWords(refusalOf(work).faults);

/** The technologies of an answer at a place without offers, in its order. */
function answered({ reader }: Connections): unknown {
  letCachesCheck();
  const point = { x: toUnitX(170), y: toUnitY(-41) };
  return JSON.parse(coverageLookup(reader).answerAt(point, '170', '-41')).results;
}

test('a sixth technology is in every answer, with the next number, in the order of its nominal speed (N4, N5)', async () => {
  const database = freshDatabase();
  const before = readGeneration(database.writer.db, 'technologies').value;
  addTechnology.within(database.writer.db, satellite, by);
  expect(namesOf(database)).toEqual(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL', 'Satellite']);
  expect(answered(database)).toEqual(
    [
      ['Fibre', 1],
      ['Cable', 2],
      ['Satellite', 6],
      ['VDSL', 3],
      ['Wireless', 4],
      ['ADSL', 5],
    ].map(([technology, set_id]) => ({ technology, availability: 'Not Available', set_id })),
  );
  expect(readGeneration(database.writer.db, 'technologies').value).toBe(before + 1);
  expect(auditOf(database)).toEqual([
    ['technology.add', 'Satellite', null, '{"colour":null,"name":"Satellite","nominalMaxMbps":200,"setId":6}'],
  ]);
});

test('numbers and names are never used twice, even after a technology is retired', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const id = addTechnology.within(db, { ...satellite, setId: 40 }, by);
  retireTechnology.within(db, id, by);
  expect(faultsOf(() => addTechnology.within(db, { ...satellite, name: 'Other', setId: 40 }, by))).toEqual([
    { where: 'setId', message: '40 is the number of Satellite; numbers are never used twice.' },
  ]);
  expect(faultsOf(() => addTechnology.within(db, { ...satellite, name: ' sateLLite' }, by))).toEqual([
    {
      where: 'name',
      message: 'There is already a technology called Satellite, which is retired: bring it back instead.',
    },
  ]);
  expect(faultsOf(() => changeTechnology.within(db, { id: 1, name: 'cable' }, by))).toEqual([
    { where: 'name', message: 'There is already a technology called Cable.' },
  ]);
  expect(faultsOf(() => changeTechnology.within(db, { id: 1, name: 'sa tēllite' }, by))).toEqual([
    {
      where: 'name',
      message:
        'Satellite already exists and is retired: names that differ only in macrons, capitals or spaces are the same.',
    },
  ]);
  const next = addTechnology.within(db, { ...satellite, name: 'Other' }, by);
  expect(listTechnologies(writer).find((row) => row.id === next)?.setId).toBe(41);
});

test('a technology is renamed and gets another nominal speed and colour; a change without effect is not recorded', () => {
  const database = freshDatabase();
  const { db } = database.writer;
  changeTechnology.within(db, { id: 4, name: 'Fixed wireless', nominalMaxMbps: 120.5, colour: '#a28ff1' }, by);
  changeTechnology.within(db, { id: 4, name: 'Fixed wireless' }, by);
  // its own name with other capitals is free
  changeTechnology.within(db, { id: 4, name: 'Fixed Wireless' }, by);
  expect(technologiesInUse(database.writer)[3]).toEqual({
    id: 4,
    name: 'Fixed Wireless',
    setId: 4,
    nominalMaxMbps: 120.5,
    colour: '#a28ff1',
  });
  expect(auditOf(database)).toHaveLength(2);
  expect(refusalOf(() => changeTechnology.within(db, { id: 99, name: 'x' }, by)).reason).toEqual({
    code: 'technology-gone',
  });
});

test('an order must have each technology in use once', () => {
  const database = freshDatabase();
  const { db } = database.writer;
  retireTechnology.within(db, 2, by);
  reorderTechnologies.within(db, [5, 1, 4, 3], by);
  expect(namesOf(database)).toEqual(['ADSL', 'Fibre', 'Wireless', 'VDSL']);
  const reason = { code: 'not-an-order', technologies: ['ADSL', 'Fibre', 'Wireless', 'VDSL'] } as const;
  expect(wordsOf(reason)).toBe('The order must have each technology in use once: ADSL, Fibre, Wireless, VDSL.');
  for (const wrong of [[], [5, 1, 4], [5, 1, 4, 4], [5, 1, 4, 3, 2], [5, 1, 4, 3, 3], [5, 1, 4, 2]]) {
    expect(refusalOf(() => reorderTechnologies.within(db, wrong, by)).reason).toEqual(reason);
  }
  reviveTechnology.within(db, 2, by);
  expect(namesOf(database)).toEqual(['ADSL', 'Fibre', 'Wireless', 'VDSL', 'Cable']);
  expect(auditOf(database)[1]).toEqual([
    'technology.reorder',
    'technologies',
    '["Fibre","VDSL","Wireless","ADSL"]',
    '["ADSL","Fibre","Wireless","VDSL"]',
  ]);
});

test('only a technology without published offers is retired, and then versions with its layers cannot be published', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const given = file(collection(feature({}, square(174, -41)), feature({ technology: 'VDSL' }, square(175, -41))));
  const { id: versionId } = await importFile(database, given);
  await publishVersion(database, versionId, writing);
  expect(refusalOf(() => retireTechnology.within(db, 3, by)).reason).toEqual({
    code: 'offers-published',
    name: 'VDSL',
    offers: 1,
  });
  expect(listTechnologies(database.writer).map((row) => row.publishedOffers)).toEqual([1, 0, 1, 0, 0]);

  const layer = layersOf(db, versionId).find(({ technology }) => technology === 'VDSL');
  const without = await retireLayer(database, layer?.id ?? 0, writing);
  await publishVersion(database, without.id, writing);
  retireTechnology.within(db, 3, by);
  retireTechnology.within(db, 3, by);
  expect(namesOf(database)).toEqual(['Fibre', 'Cable', 'Wireless', 'ADSL']);
  expect(JSON.stringify(answered(database))).not.toContain('VDSL');
  await expect(publishVersion(database, versionId, writing)).rejects.toMatchObject({
    reason: { code: 'version-of-retired', versionId, retired: 'VDSL' },
  });
  await expect(importFile(database, given, { mode: 'replace all' })).rejects.toMatchObject({
    reason: { code: 'coverage-faults', count: 1 },
  });

  reviveTechnology.within(db, 3, by);
  expect(await publishVersion(database, versionId, writing)).toMatchObject({ outcome: 'published' });
  expect(auditOf(database).map((row) => (row as string[])[0])).toEqual(['technology.retire', 'technology.revive']);
});
