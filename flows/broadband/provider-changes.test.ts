import { expect, test } from 'vitest';
import {
  aliasesOf,
  getProviderByName,
  insertProvider,
  listProviders,
  pageOfProviders,
  requireProviderByName,
} from '#db/broadband/providers.ts';
import { coverageVersion, provider } from '#db/broadband/schema.ts';
import { layersOf } from '#db/broadband/versions.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { faultWords, refusalOf, wordsOf } from '#tests/support/refusals.ts';
import {
  addAlias,
  addProvider,
  changeProvider,
  removeAlias,
  retireProvider,
  reviveProvider,
} from './provider-changes.ts';
import { publishVersion } from './publish-version.ts';

const by = { actor: { who: 'ana@watea.example', address: '127.0.0.1' }, nowMs: writing.nowMs };
const tui = { name: 'Tūī Fibre', url: 'https://tui.example/', wholesaleNetwork: 'Yes' } as const;

test('a provider is found by its name and aliases, trimmed, composed and in any case; no two providers share one', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const id = addProvider.within(db, tui, by);
  const other = addProvider.within(db, { ...tui, name: 'Other' }, by);
  addAlias.within(db, { id, alias: 'Tui Fiber Ltd' }, by);
  // the macron as a separate character
  for (const name of ['tūī fibre', ' TŪĪ FIBRE ', 'Tu\u0304i\u0304 Fibre', 'TUI FIBER LTD']) {
    expect(getProviderByName(db, name)?.id, name).toBe(id);
  }
  expect(getProviderByName(db, 'Tui Fibre')).toBeUndefined();

  const taken = (field: string, name: string, isAlias: boolean) => [
    {
      where: { field },
      reason: { code: 'provider-name-taken', name, provider: 'Tūī Fibre', isAlias, isRetired: false },
    },
  ];
  const refused = (work: () => unknown) => refusalOf(work).faults;
  expect(refused(() => addProvider.within(db, { ...tui, name: 'TŪĪ fibre' }, by))).toEqual(
    taken('name', 'TŪĪ fibre', false),
  );
  expect(refused(() => addProvider.within(db, { ...tui, name: 'tui fiber ltd' }, by))).toEqual(
    taken('name', 'tui fiber ltd', true),
  );
  const renamed = refused(() => changeProvider.within(db, { id: other, name: 'tui fiber ltd' }, by));
  expect(renamed).toEqual(taken('name', 'tui fiber ltd', true));
  expect(faultWords(renamed)).toEqual([
    { where: 'name', message: 'tui fiber ltd is already another name of Tūī Fibre.' },
  ]);
  expect(refused(() => addAlias.within(db, { id: other, alias: 'tūī fibre' }, by))).toEqual(
    taken('alias', 'tūī fibre', false),
  );
  expect(refused(() => addAlias.within(db, { id, alias: 'Tui Fiber Ltd' }, by))).toEqual(
    taken('alias', 'Tui Fiber Ltd', true),
  );
  expect(refusalOf(() => removeAlias.within(db, { id: other, alias: 'Tui Fiber Ltd' }, by)).reason).toEqual({
    code: 'no-such-alias',
    provider: 'Other',
    alias: 'Tui Fiber Ltd',
  });
  removeAlias.within(db, { id, alias: 'tui fiber LTD' }, by);
  expect(aliasesOf(writer, id)).toEqual([]);
});

test('a renamed provider keeps its old name as an alias, and may take one of its aliases as its name', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const id = addProvider.within(db, tui, by);
  changeProvider.within(db, { id, name: 'Kererū Networks' }, by);
  expect(aliasesOf(writer, id)).toEqual(['Tūī Fibre']);
  changeProvider.within(db, { id, name: 'KERERŪ NETWORKS' }, by);
  expect(aliasesOf(writer, id)).toEqual(['Tūī Fibre']);
  changeProvider.within(db, { id, name: 'Tūī Fibre', url: '' }, by);
  expect(aliasesOf(writer, id)).toEqual(['KERERŪ NETWORKS']);
  changeProvider.within(db, { id, name: 'Tūī Fibre' }, by);
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

test('an import finds a provider by an alias, and fills the blanks of its file with the provider’s details', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const id = addProvider.within(db, tui, by);
  addAlias.within(db, { id, alias: 'TUI' }, by);
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
  ).rejects.toMatchObject({ reason: { code: 'coverage-faults', count: 1 } });
});

test('only a provider without published offers is retired, and then versions with its layers cannot be published', async () => {
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
  const inUse = refusalOf(() => retireProvider.within(db, id, by)).reason;
  expect(inUse).toEqual({ code: 'offers-published', name: 'One', offers: 1 });
  expect(wordsOf(inUse)).toBe('One has 1 published offer: retire its layers and publish that first.');
  await publishVersion(database, await make('Two'), writing);
  retireProvider.within(db, id, by);
  retireProvider.within(db, id, by);
  await expect(publishVersion(database, first, writing)).rejects.toMatchObject({
    reason: { code: 'version-of-retired', versionId: first, retired: 'One' },
  });
  expect(faultWords(refusalOf(() => addProvider.within(db, { ...tui, name: 'one' }, by)).faults)).toEqual([
    { where: 'name', message: 'There is already a provider called One, which is retired.' },
  ]);
  reviveProvider.within(db, id, by);
  expect(await publishVersion(database, first, writing)).toMatchObject({ outcome: 'published' });
});

test('a provider added by an unfinished import is not known yet, but its name is taken', () => {
  const database = freshDatabase();
  const { db } = database.writer;
  db.insert(coverageVersion).values({ id: 1, state: 'building', createdAt: 0, heartbeatAt: 0 }).run();
  db.insert(provider).values({ name: 'New', foldedName: 'new', createdAt: 0, pendingVersionId: 1 }).run();
  expect(listProviders(database.writer)).toEqual([]);
  expect(faultWords(refusalOf(() => addProvider.within(db, { ...tui, name: 'NEW' }, by)).faults)).toEqual([
    { where: 'name', message: 'There is already a provider called New.' },
  ]);
  expect(refusalOf(() => requireProviderByName(db, 'New')).reason).toEqual({ code: 'no-such-provider', name: 'New' });
});

test('the list is paged, ordered, searched by names, aliases and addresses, and filtered', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  const [, kereru] = ['Zealandia', 'Kererū', 'ātea'].map((name) =>
    addProvider.within(db, { ...tui, name, url: '' }, by),
  );
  changeProvider.within(db, { id: kereru ?? 0, url: 'https://kereru.example/' }, by);
  addAlias.within(db, { id: kereru ?? 0, alias: 'Wood Pigeon' }, by);
  retireProvider.within(db, kereru ?? 0, by);
  const names = (more: object) =>
    pageOfProviders(writer, {
      sort: 'name',
      descending: false,
      page: 1,
      pageSize: 2,
      search: '',
      state: undefined,
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

test('a name that differs only in macrons, capitals or spaces is another provider’s, except for files and for what exists', () => {
  const { db } = freshDatabase().writer;
  const id = addProvider.within(db, tui, by);
  const other = addProvider.within(db, { ...tui, name: 'Other' }, by);
  const alike = { code: 'name-looks-taken', name: 'Tūī Fibre', isRetired: false } as const;
  for (const name of ['Tui Fibre', 'TUI FIBRE', 'tūīfibre', 'Tūī  Fibre']) {
    const faults = [{ where: { field: 'name' }, reason: alike }];
    expect(refusalOf(() => addProvider.within(db, { ...tui, name }, by)).faults, name).toEqual(faults);
    expect(refusalOf(() => changeProvider.within(db, { id: other, name }, by)).faults, name).toEqual(faults);
  }
  expect(wordsOf(alike)).toBe(
    'Tūī Fibre already exists: names that differ only in macrons, capitals or spaces are the same.',
  );
  // files that write it without macrons
  addAlias.within(db, { id, alias: 'Tui Fibre' }, by);
  changeProvider.within(db, { id, name: 'Tui Fibre' }, by);
  // an import may have brought one that looks the same: both can still be changed
  insertProvider(db, { ...tui, name: 'Tūī Fibre 2' }, by.nowMs);
  const imported = insertProvider(db, { ...tui, name: 'Tui Fibre 2' }, by.nowMs);
  changeProvider.within(db, { id: imported, name: 'TUI Fibre 2', url: '' }, by);
});
