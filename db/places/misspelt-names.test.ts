import { createReadStream, existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { misspeltNames } from '#bench/generated/addresses.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { openListsOf } from './open-lists.ts';
import { findPlaces } from './search.ts';

const file = '../shared/data/nz-placenames.csv.gz';

test.skipIf(!existsSync(file))('a name with one random edit finds a place so named', { timeout: 600_000 }, async () => {
  const { reader, writer } = freshDatabase();
  onTestFinished(() => setProcessWide('place-lists', undefined));
  const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000 };
  await importPlaces(writer, createReadStream(file), { source: 'gazetteer', ...by, onProgress: () => {} });
  const places = openListsOf(reader).readers.get('gazetteer')?.all() ?? [];
  const names = places.filter(({ alias }) => alias === undefined).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(50_000);

  const all = misspeltNames(names, seededRandom(20_261_123));
  const step = Math.ceil(all.length / tries(150, all.length));
  const sample = all.filter((_, at) => at % step === 0);
  const placed = sample.map(({ name, typed }) => {
    const found = findPlaces(reader, typed, 5).places.map((place) => foldPlaceName(place.name));
    return found.indexOf(foldPlaceName(name));
  });
  const share = (isSo: (at: number) => boolean) => placed.filter(isSo).length / sample.length;
  expect(share((at) => at === 0)).toBeGreaterThanOrEqual(0.85);
  expect(share((at) => at >= 0)).toBeGreaterThanOrEqual(0.97);
});
