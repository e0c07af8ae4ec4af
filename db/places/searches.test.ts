import { createReadStream, existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { addressLines, searches, strictSearches } from '#tests/support/places/searches.ts';
import { findPlaces } from './search.ts';
import { findTyped, type Typed } from './typed.ts';

const shared = '../shared/data';

/** Opens a database with the gazetteer and another list; the search has both until the tests of its `describe` are over. */
async function openLists(source: 'addresses' | 'aliases', bytes: () => AsyncIterable<Uint8Array>) {
  const folder = makeFolder();
  const opened = openDatabase(`${folder.path}/watea.db`);
  migrate(opened.writer);
  const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000, onProgress: () => {} };
  await importPlaces(opened.writer, createReadStream(`${shared}/nz-placenames.csv.gz`), { source: 'gazetteer', ...by });
  await importPlaces(opened.writer, bytes(), { source, ...by });
  setProcessWide('place-lists', undefined);
  const close = () => {
    setProcessWide('place-lists', undefined);
    closeDatabase(opened);
    folder.remove();
  };
  return { opened, close };
}

describe.skipIf(!existsSync(shared))('what people type, with a file of other names', () => {
  let opened: Connections;

  beforeAll(async () => {
    const lists = await openLists('aliases', () => createReadStream(`${shared}/nz-place-aliases.csv`));
    opened = lists.opened;
    return lists.close;
  }, 60_000);

  test.each([
    ['Wanganui', 'Whanganui', 'Town'],
    ['Otorohanga', 'Otorohanga', 'Locality'],
    ['Onerahi', 'Onerahi', 'Suburb'],
    ['Taupo', 'Taupō', 'Town'],
    ['Hamilton', 'Hamilton', 'Town'],
    ['Hamilton CBD', 'Hamilton', 'Town'],
    ['chch airport', 'Christchurch Airport', 'Airport'],
    ['Kapiti', 'Kapiti Coast District', 'Local government'],
    ['Northland', 'Northland Region', 'Local government'],
    ['Manukau', 'Manukau', 'Town'],
  ])('%s is %s, the %s', (typed, name, kind) => {
    const { places, isMeant } = findPlaces(opened.reader, typed, 8);
    const [place] = places;
    expect([place?.name, place?.detail.split(',')[0], isMeant]).toEqual([name, kind, true]);
  });
});

describe.skipIf(!existsSync(shared))('what people type', () => {
  let opened: Connections;

  beforeAll(async () => {
    const lists = await openLists('addresses', lines);
    opened = lists.opened;
    return lists.close;
  }, 60_000);

  test('there are twenty kinds of ten', () => {
    expect(Object.values(searches).map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 10));
  });

  test('of the addresses of a town, the one in its middle comes first', () => {
    for (const typed of ['12 Queen St Auckland', '12 queen st, akl', '12 quen st aukland'])
      expect(findPlaces(opened.reader, typed, 8).places[0]?.name, typed).toBe(
        '12 Queen Street, Auckland Central, Auckland',
      );
  });

  test('a name is meant by the short forms of its words, before others that begin so', () => {
    expect(findPlaces(opened.reader, 'mt eden', 8).places[0]).toMatchObject({ name: 'Mount Eden' });
    expect(findPlaces(opened.reader, 'mt eden', 8).places[0]).not.toHaveProperty('alias');
  });

  const meant = [
    ['hutt', 'Lower Hutt', 'a town that has the word, before streams that begin with it'],
    ['omaru', 'Oamaru', 'a town one letter away, before names that begin so'],
    ['kaikora', 'Kaikōura', 'a town one letter away, before names that begin so'],
    ['napier port road', 'Napier', 'the place at the beginning, if nothing has the rest'],
    ['christchurch central', 'Christchurch Central', 'a suburb that the gazetteer lacks'],
    ['thornden', 'Thorndon', 'a misspelt suburb that the gazetteer lacks'],
    ['Te Aro, Wgtn', 'Te Aro', 'a suburb that the gazetteer lacks'],
    ['manukau', 'Manukau', 'a town, before hills of its name'],
    ['Nth Shore', 'Takapuna', 'what people call a part of a city'],
    ['waitangi chathams', 'Waitangi', 'a place on the islands'],
  ] as const;
  test.each(meant)('%s is %s: %s', (typed, first) => {
    expect(findPlaces(opened.reader, typed, 8).places[0]?.name).toBe(first);
  });

  describe.each(Object.entries(searches))('%s', (_kind, rows) => {
    const cases = rows.map(([typed, first, near = '']) => ({ typed, first, near }));
    test.each(cases)('$typed is $first', ({ typed, first, near }) => {
      const found = findPlaces(opened.reader, typed, 8).places;
      const names = found.map(({ name, detail }) => `${detail === '' ? name.split(',')[0] : name} (${detail})`);
      expect(names[0], names.join(' | ')).toMatch(new RegExp(`^${RegExp.escape(first)} \\(.*${near}`));
    });
  });

  test.each([
    ['15 Mile Cr', true],
    ['15 mile creek', true],
    ['45th Par', false],
    ['5 mile creek', true],
  ])('a place whose name begins with a number is found while it is typed: %s', (typed, isWhole) => {
    const { places, isMeant } = findPlaces(opened.reader, typed, 8);
    expect(places[0]?.name.toLowerCase()).toMatch(new RegExp(`^${RegExp.escape(typed.slice(0, 4).toLowerCase())}`));
    expect(isMeant).toBe(isWhole);
  });

  test('there are at least ten of each kind of search that may lead astray', () => {
    const counts = Object.values(strictSearches).map(({ length }) => length);
    expect(counts.length).toBeGreaterThanOrEqual(12);
    expect(Math.min(...counts)).toBe(10);
  });

  describe.each(Object.entries(strictSearches))('%s', (_kind, rows) => {
    test.each(rows)('%s', (typed, { first, isMeant, notice }) => {
      const found = findTyped(opened.reader, typed, 8);
      const names = found.places.map(({ name }) => name.split(',')[0]);
      expect([names[0], found.isMeant, noticeOf(found)], names.join(' | ')).toEqual([first, isMeant, notice]);
    });
  });
});

/** A number as it was typed, and the nearest: `281: 279, 280`; of another notice its code. */
function noticeOf({ notice }: Typed): string | undefined {
  return notice?.code === 'number-not-listed' ? `${notice.number}: ${notice.nearest.join(', ')}` : notice?.code;
}

async function* lines(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(addressLines.join('\n'));
}
