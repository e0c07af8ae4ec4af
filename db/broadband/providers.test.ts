import { expect, test } from 'vitest';
import { coverageVersion, provider } from '#db/broadband/schema.ts';
import {
  addAlias,
  addProvider,
  changeProvider,
  removeAlias,
  retireProvider,
  reviveProvider,
} from '#flows/broadband/provider-changes.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import type { Refusal } from '#lib/refusal.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { aliasesOf, getProviderByName, listProviders, pageOfProviders, requireProviderByName } from './providers.ts';
import { layersOf } from './versions.ts';

const by = { actor: { who: 'ana@watea.example', address: '127.0.0.1' }, nowMs: writing.nowMs };
const tui = { name: 'Tūī Fibre', url: 'https://tui.example/', wholesaleNetwork: 'Yes' } as const;

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (fault) {
    const { message, faults } = fault as Refusal;
    return faults.length === 0 ? message : faults;
  }
  return 'done';
}

test('a provider goes by its name and its aliases, trimmed, composed and in any letters; no two share one', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const id = addProvider(db, tui, by);
  const other = addProvider(db, { ...tui, name: 'Other' }, by);
  addAlias(db, id, 'Tui Fiber Ltd', by);
  // the macron as a letter of its own
  for (const name of ['tūī fibre', ' TŪĪ FIBRE ', 'Tu\u0304i\u0304 Fibre', 'TUI FIBER LTD']) {
    expect(getProviderByName(db, name)?.id, name).toBe(id);
  }
  expect(getProviderByName(db, 'Tui Fibre')).toBeUndefined();

  const taken = (where: string, how: string) => [{ where, message: `A provider ${how} already.` }];
  expect(refusalOf(() => addProvider(db, { ...tui, name: 'TŪĪ fibre' }, by))).toEqual(
    taken('name', 'is called Tūī Fibre'),
  );
  expect(refusalOf(() => addProvider(db, { ...tui, name: 'tui fiber ltd' }, by))).toEqual(
    taken('name', 'goes by that name: Tūī Fibre'),
  );
  expect(refusalOf(() => changeProvider(db, other, { name: 'tui fiber ltd' }, by))).toEqual(
    taken('name', 'goes by that name: Tūī Fibre'),
  );
  expect(refusalOf(() => addAlias(db, other, 'tūī fibre', by))).toEqual(taken('alias', 'is called Tūī Fibre'));
  expect(refusalOf(() => addAlias(db, id, 'Tui Fiber Ltd', by))).toEqual(
    taken('alias', 'goes by that name: Tūī Fibre'),
  );
  expect(refusalOf(() => removeAlias(db, other, 'Tui Fiber Ltd', by))).toBe('Other has no alias Tui Fiber Ltd.');
  removeAlias(db, id, 'tui fiber LTD', by);
  expect(aliasesOf(writer, id)).toEqual([]);
});

test('a provider that is renamed keeps going by the name it had, and may take an alias of its own as its name', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const id = addProvider(db, tui, by);
  changeProvider(db, id, { name: 'Kererū Networks' }, by);
  expect(aliasesOf(writer, id)).toEqual(['Tūī Fibre']);
  changeProvider(db, id, { name: 'KERERŪ NETWORKS' }, by);
  expect(aliasesOf(writer, id)).toEqual(['Tūī Fibre']);
  changeProvider(db, id, { name: 'Tūī Fibre', url: '' }, by);
  expect(aliasesOf(writer, id)).toEqual(['KERERŪ NETWORKS']);
  changeProvider(db, id, { name: 'Tūī Fibre' }, by);
  const log = writer.sqlite.prepare('SELECT action, subject, after FROM audit_entry ORDER BY id').raw().all();
  expect(log).toEqual([
    ['provider.add', 'Tūī Fibre', '{"name":"Tūī Fibre","url":"https://tui.example/","wholesaleNetwork":"Yes"}'],
    [
      'provider.change',
      'Tūī Fibre',
      '{"name":"Kererū Networks","url":"https://tui.example/","wholesaleNetwork":"Yes"}',
    ],
    [
      'provider.change',
      'Kererū Networks',
      '{"name":"KERERŪ NETWORKS","url":"https://tui.example/","wholesaleNetwork":"Yes"}',
    ],
    ['provider.change', 'KERERŪ NETWORKS', '{"name":"Tūī Fibre","url":"","wholesaleNetwork":"Yes"}'],
  ]);
});

test('an import knows a provider by an alias, and fills the blanks of its file with what is said of it', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const id = addProvider(db, tui, by);
  addAlias(db, id, 'TUI', by);
  const given = file(collection(feature({ provider: 'tui' }, square(174, -41))));
  const imported = await importFile(database, given, { newProviders: false });
  expect(imported.newProviders).toEqual([]);
  expect(layersOf(db, imported.id).map((layer) => layer.provider)).toEqual(['Tūī Fibre']);
  const offers = database.writer.sqlite
    .prepare('SELECT provider_name, url, wholesale_network FROM coverage_offer')
    .all();
  expect(offers).toEqual([{ provider_name: 'Tūī Fibre', url: 'https://tui.example/', wholesale_network: 'Yes' }]);
  await expect(
    importFile(database, file(collection(feature({ provider: 'Nobody' }, square(174, -41)))), { newProviders: false }),
  ).rejects.toThrow('nothing was imported');
});

test('a provider is retired only while nothing of it is published, and no version that holds it is published then', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const make = async (name: string) =>
    (
      await importFile(database, file(collection(feature({ provider: name }, square(174, -41)))), {
        mode: 'replace all',
      })
    ).id;
  const first = await make('One');
  await publishVersion(database, first, writing);
  const { id } = requireProviderByName(db, 'One');
  expect(() => retireProvider(db, id, by)).toThrow(
    '1 offer is published of One: retire its layers and publish that first.',
  );
  await publishVersion(database, await make('Two'), writing);
  retireProvider(db, id, by);
  retireProvider(db, id, by);
  await expect(publishVersion(database, first, writing)).rejects.toThrow('holds layers of One, which is retired');
  expect(refusalOf(() => addProvider(db, { ...tui, name: 'one' }, by))).toEqual([
    { where: 'name', message: 'A provider is called One already (retired).' },
  ]);
  reviveProvider(db, id, by);
  expect(await publishVersion(database, first, writing)).toMatchObject({ outcome: 'published' });
});

test('a provider that an unfinished import brings is not known yet, but its name is taken', () => {
  const database = freshDatabase();
  const { db } = database.writer;
  db.insert(coverageVersion).values({ id: 1, state: 'building', createdAt: 0, heartbeatAt: 0 }).run();
  db.insert(provider).values({ name: 'New', foldedName: 'new', createdAt: 0, pendingVersionId: 1 }).run();
  expect(listProviders(database.writer)).toEqual([]);
  expect(refusalOf(() => addProvider(db, { ...tui, name: 'NEW' }, by))).toEqual([
    { where: 'name', message: 'A provider is called New already.' },
  ]);
  expect(() => requireProviderByName(db, 'New')).toThrow('There is no provider called New: mind the spelling.');
});

test('the list is paged, ordered, searched by names, aliases and addresses, and filtered', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const [, kereru] = ['Zealandia', 'Kererū', 'ātea'].map((name) => addProvider(db, { ...tui, name, url: '' }, by));
  changeProvider(db, kereru ?? 0, { url: 'https://kereru.example/' }, by);
  addAlias(db, kereru ?? 0, 'Wood Pigeon', by);
  retireProvider(db, kereru ?? 0, by);
  const names = (more: object) =>
    pageOfProviders(writer, {
      ...{ sort: 'name', descending: false, page: 1, pageSize: 2, search: '', state: undefined },
      ...more,
    }).rows.map(({ name }) => name);
  expect(names({})).toEqual(['Kererū', 'Zealandia']);
  expect(names({ page: 2 })).toEqual(['ātea']);
  expect(names({ sort: 'url' })).toEqual(['Kererū', 'Zealandia']);
  expect(names({ sort: 'aliases', descending: true })[0]).toBe('Kererū');
  expect(names({ search: 'ĀTEA' })).toEqual(['ātea']);
  expect(names({ search: 'pigeon' })).toEqual(['Kererū']);
  expect(names({ search: 'kereru.ex' })).toEqual(['Kererū']);
  expect(names({ state: 'retired' })).toEqual(['Kererū']);
  expect(names({ state: 'in use' })).toEqual(['Zealandia', 'ātea']);
});
