import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { retireLayer } from '#flows/broadband/retire-layer.ts';
import {
  addTechnology,
  changeTechnology,
  reorderTechnologies,
  retireTechnology,
  reviveTechnology,
} from '#flows/broadband/technology-changes.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import type { Refusal } from '#lib/refusal.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { faultWords } from '#tests/support/refusals.ts';
import { coverageLookup } from './lookup.ts';
import { listTechnologies, technologiesInUse } from './technologies.ts';
import { layersOf } from './versions.ts';

const by = { actor: { who: 'ana@watea.example', address: '127.0.0.1' }, nowMs: writing.nowMs };
const satellite = { name: 'Satellite', nominalMaxMbps: 200, colour: null };

const namesOf = ({ writer }: Connections) => technologiesInUse(writer).map(({ name }) => name);
const auditOf = ({ writer }: Connections) =>
  writer.sqlite
    .prepare("SELECT action, subject, before, after FROM audit_entry WHERE action LIKE 'technology.%' ORDER BY id")
    .raw()
    .all();

function faultsOf(work: () => unknown): readonly { where: string; message: string }[] {
  try {
    work();
  } catch (fault) {
    return faultWords((fault as Refusal).faults);
  }
  return [];
}

/** The technologies of an answer at a place where nothing is offered, in its order. */
async function answered({ reader }: Connections): Promise<unknown> {
  // what is held is at most 50 ms old
  await sleep(60);
  const point = { x: toUnitX(170), y: toUnitY(-41) };
  return JSON.parse(coverageLookup(reader).answerAt(point, '170', '-41')).results;
}

test('a sixth technology is in every answer, with the next number, and stands where its nominal speed puts it (N4, N5)', async () => {
  const database = freshDatabase();
  const before = readGeneration(database.writer.db, 'technologies').value;
  addTechnology(database.writer.db, satellite, by);
  expect(namesOf(database)).toEqual(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL', 'Satellite']);
  expect(await answered(database)).toEqual(
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

test('a number is never given out twice, nor a name, whatever became of the first to have it', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const id = addTechnology(db, { ...satellite, setId: 40 }, by);
  retireTechnology(db, id, by);
  expect(faultsOf(() => addTechnology(db, { ...satellite, name: 'Other', setId: 40 }, by))).toEqual([
    { where: 'setId', message: 'The number 40 is that of Satellite; it is never given out twice.' },
  ]);
  expect(faultsOf(() => addTechnology(db, { ...satellite, name: ' sateLLite' }, by))).toEqual([
    {
      where: 'name',
      message: 'There is a technology called Satellite already, which is retired: bring it back instead.',
    },
  ]);
  expect(faultsOf(() => changeTechnology(db, 1, { name: 'cable' }, by))).toEqual([
    { where: 'name', message: 'There is a technology called Cable already.' },
  ]);
  const next = addTechnology(db, { ...satellite, name: 'Other' }, by);
  expect(listTechnologies(writer).find((row) => row.id === next)?.setId).toBe(41);
});

test('a technology is renamed, and gets another nominal speed and colour; what changes nothing is not recorded', () => {
  const database = freshDatabase();
  const { db } = database.writer;
  changeTechnology(db, 4, { name: 'Fixed wireless', nominalMaxMbps: 120.5, colour: '#a28ff1' }, by);
  changeTechnology(db, 4, { name: 'Fixed wireless' }, by);
  // its own name in other letters is free
  changeTechnology(db, 4, { name: 'Fixed Wireless' }, by);
  expect(technologiesInUse(database.writer)[3]).toEqual({
    ...{ id: 4, name: 'Fixed Wireless', setId: 4, nominalMaxMbps: 120.5, colour: '#a28ff1' },
  });
  expect(auditOf(database)).toHaveLength(2);
  expect(() => changeTechnology(db, 99, { name: 'x' }, by)).toThrow('There is no such technology.');
});

test('the order names each technology in use once', () => {
  const database = freshDatabase();
  const { db } = database.writer;
  retireTechnology(db, 2, by);
  reorderTechnologies(db, [5, 1, 4, 3], by);
  expect(namesOf(database)).toEqual(['ADSL', 'Fibre', 'Wireless', 'VDSL']);
  const sentence = 'The order must name each technology in use once: ADSL, Fibre, Wireless, VDSL.';
  for (const wrong of [[], [5, 1, 4], [5, 1, 4, 4], [5, 1, 4, 3, 2], [5, 1, 4, 3, 3], [5, 1, 4, 2]]) {
    expect(() => reorderTechnologies(db, wrong, by)).toThrow(sentence);
  }
  reviveTechnology(db, 2, by);
  expect(namesOf(database)).toEqual(['ADSL', 'Fibre', 'Wireless', 'VDSL', 'Cable']);
  expect(auditOf(database)[1]).toEqual([
    ...[
      'technology.reorder',
      'technologies',
      '["Fibre","VDSL","Wireless","ADSL"]',
      '["ADSL","Fibre","Wireless","VDSL"]',
    ],
  ]);
});

test('a technology is retired only when no published offer uses it, and no version that holds it is published then', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const given = file(collection(feature({}, square(174, -41)), feature({ technology: 'VDSL' }, square(175, -41))));
  const { id: versionId } = await importFile(database, given);
  await publishVersion(database, versionId, writing);
  expect(() => retireTechnology(db, 3, by)).toThrow('1 published offer uses VDSL: retire its layers and publish that');
  expect(listTechnologies(database.writer).map((row) => row.publishedOffers)).toEqual([1, 0, 1, 0, 0]);

  const layer = layersOf(db, versionId).find(({ technology }) => technology === 'VDSL');
  const without = await retireLayer(database, layer?.id ?? 0, writing);
  await publishVersion(database, without.id, writing);
  retireTechnology(db, 3, by);
  retireTechnology(db, 3, by);
  expect(namesOf(database)).toEqual(['Fibre', 'Cable', 'Wireless', 'ADSL']);
  expect(JSON.stringify(await answered(database))).not.toContain('VDSL');
  await expect(publishVersion(database, versionId, writing)).rejects.toThrow(
    `Version ${versionId} holds layers of VDSL, which is retired: bring it back first.`,
  );
  await expect(importFile(database, given, { mode: 'replace all' })).rejects.toThrow('nothing was imported');

  reviveTechnology(db, 3, by);
  expect(await publishVersion(database, versionId, writing)).toMatchObject({ outcome: 'published' });
  expect(auditOf(database).map((row) => (row as string[])[0])).toEqual(['technology.retire', 'technology.revive']);
});
