import { beforeAll, expect, test } from 'vitest';
import { generateAddresses } from '#bench/generated/addresses.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { replaceList } from '#flows/places/import-places.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { streetPositionOf } from '#lib/places/address-text.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import type { Place, RankedPlace } from '#lib/places/place.ts';
import { towns } from '#lib/places/towns.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { findPlaces } from './search.ts';

let opened: Connections;
let listed: readonly RankedPlace[];

/** Suburbs with the names that streets have too, so that words of a street may be taken for those of a place. */
const suburbs: readonly Place[] = ['Karori', 'Naenae', 'Kelburn', 'Rata', 'Kauri', 'Mount Eden', 'Saint Johns'].flatMap(
  (name, at) =>
    towns.slice(at, at + 5).map(({ latitude, longitude }) => ({
      name,
      detail: 'Suburb',
      latitude: latitude + 0.02,
      longitude,
      isMaori: false,
      isServed: true,
    })),
);

beforeAll(async () => {
  const folder = makeFolder();
  opened = openDatabase(`${folder.path}/watea.db`);
  migrate(opened.writer);
  setProcessWide('place-lists', undefined);
  const by = { source: 'test', sha256: () => '', nowMs: 1_800_000_000_000 };
  await replaceList(
    opened.writer,
    'gazetteer',
    suburbs.map((place) => ({ ...place, rank: 1 })),
    by,
  );
  listed = [...generateAddresses(20_000, [...suburbs, ...towns.map((town) => townPlace(town))])];
  await replaceList(opened.writer, 'addresses', listed, by);
  return () => {
    setProcessWide('place-lists', undefined);
    closeDatabase(opened);
    folder.remove();
  };
}, 60_000);

function townPlace({ name, latitude, longitude }: (typeof towns)[number]): Place {
  return { name, detail: 'Town', latitude, longitude, isMaori: false, isServed: true };
}

test('a number that a street lacks is never answered with another street', { timeout: 600_000 }, () => {
  const random = seededRandom(281);
  const numbersOf = Map.groupBy(
    listed.map(({ name }) => streetPositionOf(name) ?? { street: '', from: 0 }),
    ({ street }) => street,
  );
  const streets = [...numbersOf].map(([street, addresses]) => {
    const own = foldPlaceName(street.split(',', 1)[0] ?? '');
    return { street, own, words: foldPlaceName(street).split(' '), numbers: addresses.map(({ from }) => from) };
  });
  const wrong: string[] = [];
  for (let round = 0; round < tries(200, 10_000); round++) {
    const asked = streets[Math.floor(random() * streets.length)];
    if (asked === undefined) continue;
    const { street, own } = asked;
    // `12 Queen Street, Karori, Auckland` is listed for who types `12 Queen Street, Auckland`
    const same = streets.filter(
      (other) => startsWith(other.own, own) && asked.words.every((word) => other.words.includes(word)),
    );
    const has = new Set(same.flatMap(({ numbers }) => numbers));
    let number = 1 + Math.floor(random() * 150);
    while (has.has(number)) number++;
    const typed = asTyped(`${number} ${street}`, random);
    const { places, isMeant, notice } = findPlaces(opened.reader, typed, 8);
    const others = places.filter(
      ({ name }) =>
        foldPlaceName(streetPositionOf(name)?.street ?? name)
          .split(' ')
          .slice(0, own.split(' ').length)
          .join(' ') !== own,
    );
    if (isMeant || notice?.code !== 'number-not-listed' || others.length > 0 || places.length === 0)
      wrong.push(`${typed}: ${isMeant} ${notice?.code} ${places.map(({ name }) => name).join(' | ')}`);
  }
  expect(wrong.slice(0, 10)).toEqual([]);
});

function startsWith(street: string, own: string): boolean {
  return `${street} `.startsWith(`${own} `);
}

/** An address as people write it: without commas, with a postcode, in small letters, with the street in short. */
function asTyped(text: string, random: () => number): string {
  const forms: readonly ((address: string) => string)[] = [
    (address) => address,
    (address) => address.replaceAll(',', ''),
    (address) => address.toLowerCase(),
    (address) => `${address} 6012`,
    (address) => `${address}, New Zealand`,
    (address) =>
      address
        .replace(/ Street\b/, ' St')
        .replace(/ Road\b/, ' Rd')
        .replace(/ Avenue\b/, ' Ave'),
    (address) => `Flat 3, ${address}`,
    (address) => address.replace(/^(\d+)/, '$1A'),
    (address) => address.replace(',', ', RD 2,'),
  ];
  return forms[Math.floor(random() * forms.length)]?.(text) ?? text;
}

test('a listed number is taken, however it is written', () => {
  const random = seededRandom(12);
  const wrong: string[] = [];
  for (let round = 0; round < 300; round++) {
    const { name } = listed[Math.floor(random() * listed.length)] ?? { name: '' };
    const typed = name
      .replace(',', ', RD 1,')
      .replace(/ Street\b/, ' St')
      .concat(' 6012');
    const { places } = findPlaces(opened.reader, typed, 8);
    if (places[0]?.name !== name) wrong.push(`${typed}: ${places[0]?.name}`);
  }
  expect(wrong.slice(0, 10)).toEqual([]);
});
