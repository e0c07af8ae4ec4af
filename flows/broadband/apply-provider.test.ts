import { expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { carriedDifferences } from '#db/broadband/provider-offers.ts';
import { requireProviderByName } from '#db/broadband/providers.ts';
import { getVersion, layersOf } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { collection, dump, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { applyProvider } from './apply-provider.ts';
import { addProvider, changeProvider } from './provider-changes.ts';
import { publishVersion } from './publish-version.ts';

const by = { actor: { who: 'ana@watea.example', address: '127.0.0.1' }, nowMs: writing.nowMs };
const applying = { ...writing, actor: by.actor };

/** Publishes three offers of One, in two layers, and one of Two. */
async function published(): Promise<Connections> {
  const database = freshDatabase();
  const given = file(
    collection(
      feature({ url: 'https://old.example/', wholesale_network: 'No' }, square(174, -41), square(174.02, -40.98, 0.01)),
      feature({ url: 'https://own.example/', wholesale_network: 'No' }, square(175, -41)),
      feature({ technology: 'VDSL', url: 'https://old.example/' }, square(174, -41)),
      feature({ provider: 'Two', url: 'https://two.example/' }, square(174, -41)),
    ),
  );
  await publishVersion(database, (await importFile(database, given, { asOf: '2026-11-01' })).id, writing);
  return database;
}

/** The answer at a place: technology, provider, address, wholesale value. */
function answerAt({ reader }: Connections, longitude: number, latitude: number): string[][] {
  letCachesCheck();
  const point = { x: toUnitX(longitude), y: toUnitY(latitude) };
  const { results } = JSON.parse(coverageLookup(reader).answerAt(point, '', '')) as {
    results: { technology: string; providers?: { name: string; url: string; wholesale_network: string }[] }[];
  };
  return results.flatMap(({ technology, providers = [] }) =>
    providers.map(({ name, url, wholesale_network }) => [technology, name, url, wholesale_network]),
  );
}

test('published offers have the provider’s current name, address and wholesale value once that version is published', async () => {
  const database = await published();
  const { db } = database.writer;
  const { id: providerId } = requireProviderByName(db, 'One');
  changeProvider.within(
    db,
    { id: providerId, name: 'Tahi', url: 'https://tahi.example/', wholesaleNetwork: 'Both' },
    by,
  );
  expect(carriedDifferences(db, requireProviderByName(db, 'Tahi'))).toEqual({
    offers: 3,
    name: 3,
    url: 3,
    wholesale: 3,
  });
  const before = answerAt(database, 174.01, -40.99);
  expect(before).toEqual([
    ['Fibre', 'One', 'https://old.example/', 'No'],
    ['Fibre', 'Two', 'https://two.example/', 'No'],
    ['VDSL', 'One', 'https://old.example/', 'No'],
  ]);

  const made = await applyProvider(database, { providerId, fields: ['url', 'wholesale'] }, applying);
  expect(made).toMatchObject({ id: 2, baseId: 1, provider: 'Tahi', changedOffers: 3 });
  expect(answerAt(database, 174.01, -40.99)).toEqual(before);
  await publishVersion(database, made.id, writing);
  expect(answerAt(database, 174.01, -40.99)).toEqual([
    ['Fibre', 'Tahi', 'https://tahi.example/', 'Both'],
    ['Fibre', 'Two', 'https://two.example/', 'No'],
    ['VDSL', 'Tahi', 'https://tahi.example/', 'Both'],
  ]);
  // the hole is still a hole, and offers that became equal are one offer with both areas (N6)
  expect(answerAt(database, 174.025, -40.975).map(([technology]) => technology)).toEqual(['Fibre', 'VDSL']);
  expect(answerAt(database, 175.05, -40.95)).toEqual([['Fibre', 'Tahi', 'https://tahi.example/', 'Both']]);
  const count = database.writer.sqlite.prepare(
    'SELECT count(*) FROM coverage_offer JOIN coverage_version_layer USING (layer_id) WHERE version_id = 2',
  );
  expect(count.pluck().get()).toBe(3);

  // the other layers are unchanged, and the one of Two is shared
  const [old, fresh] = [layersOf(db, 1), layersOf(db, 2)];
  const facts = ({ technology, provider, source, sha256, asOf, vertices, parts, delivery }: (typeof old)[number]) => ({
    technology,
    provider,
    source,
    sha256,
    asOf,
    vertices,
    parts,
    delivery,
  });
  expect(fresh.map(facts)).toEqual(old.map(facts));
  expect(fresh.filter(({ provider }) => provider === 'Two')).toEqual(old.filter(({ provider }) => provider === 'Two'));
  expect(getVersion(db, 2)?.note).toBe('name, url, wholesale of Tahi');
  const log = database.writer.sqlite.prepare("SELECT who FROM audit_entry WHERE action = 'coverage.provider'").all();
  expect(log).toEqual([{ who: 'ana@watea.example' }]);
  expect(carriedDifferences(db, requireProviderByName(db, 'Tahi'))).toEqual({
    offers: 2,
    name: 0,
    url: 0,
    wholesale: 0,
  });
});

test('details that are not applied stay as in the file', async () => {
  const database = await published();
  const { db } = database.writer;
  const { id: providerId } = requireProviderByName(db, 'One');
  changeProvider.within(
    db,
    { id: providerId, name: 'Tahi', url: 'https://tahi.example/', wholesaleNetwork: 'Both' },
    by,
  );
  const { id } = await applyProvider(database, { providerId, fields: [] }, applying);
  await publishVersion(database, id, writing);
  expect(answerAt(database, 175.05, -40.95)).toEqual([['Fibre', 'Tahi', 'https://own.example/', 'No']]);
});

test('applying details that would change nothing, or that the provider lacks, is refused, and no version is made', async () => {
  const database = await published();
  const { db } = database.writer;
  const { id: providerId } = requireProviderByName(db, 'Two');
  changeProvider.within(db, { id: providerId, url: '' }, by);
  const before = dump(database);
  await expect(applyProvider(database, { providerId, fields: [] }, applying)).rejects.toMatchObject({
    reason: { code: 'provider-applied-already', provider: 'Two' },
  });
  await expect(applyProvider(database, { providerId, fields: ['url'] }, applying)).rejects.toMatchObject({
    reason: { code: 'provider-without-url', provider: 'Two' },
  });
  await expect(applyProvider(database, { providerId: 99, fields: [] }, applying)).rejects.toMatchObject({
    reason: { code: 'provider-gone' },
  });
  expect(dump(database)).toEqual(before);
});

test('nothing can be applied before anything is published', async () => {
  const database = freshDatabase();
  const providerId = addProvider.within(database.writer.db, { name: 'New', url: '', wholesaleNetwork: 'No' }, by);
  await expect(applyProvider(database, { providerId, fields: [] }, applying)).rejects.toMatchObject({
    reason: { code: 'nothing-published' },
  });
});
