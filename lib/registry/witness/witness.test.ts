import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import {
  decodeEntries,
  EntryCollector,
  encodeEntries,
  freeSeal,
  merged,
  noEntries,
  sealOfListed,
  sealOfState,
} from './entries.ts';
import { nameHasher } from './name-hash.ts';
import { Witness } from './witness.ts';

const hash = nameHasher(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
const taken = 200_000;
const free = tries(1_000_000, 10_000_000);
const active = { registered: 1_500_000_000, cancelled: null, freeAt: null };

test(`B10: of ${free.toLocaleString('en-NZ')} free names the witness takes none for one of ${taken.toLocaleString('en-NZ')} that are not`, () => {
  const collector = new EntryCollector();
  for (let place = 0; place < taken; place++) collector.add(hash(`taken-${place}.co.nz`), sealOfState(active), active);
  const witness = new Witness();
  witness.add(collector.sorted());
  let found = 0;
  for (let place = 0; place < free; place++) if (witness.sealOf(hash(`free-${place}.co.nz`)) !== freeSeal) found++;
  expect(found).toBe(0);
  let lost = 0;
  for (let place = 0; place < taken; place++) {
    if (witness.sealOf(hash(`taken-${place}.co.nz`)) !== sealOfState(active)) lost++;
  }
  expect(lost).toBe(0);
}, 120_000);

test('hashes depend on every character, on the length and on every byte of the key', () => {
  const text = (name: string, given = hash) => {
    const { high, low } = given(name);
    return `${high} ${low}`;
  };
  const names = ['', 'a', 'b', 'aa', 'ab', 'ba', 'abc', 'abcd', 'abce', 'abcde', 'kea.nz', 'kea.co.nz'];
  expect(new Set(names.map((name) => text(name))).size).toBe(names.length);
  for (let byte = 0; byte < 8; byte++) {
    const key = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    key[byte] = 0;
    expect(text('kea.nz', nameHasher(key))).not.toBe(text('kea.nz'));
  }
});

test('every flipped bit of a date of registration changes the seal', () => {
  const date = fc.integer({ min: 1, max: 2_000_000_000 });
  fc.assert(
    fc.property(date, fc.integer({ min: 0, max: 30 }), fc.boolean(), (registered, bit, isActive) => {
      const cancelled = isActive ? null : registered;
      const flipped = (registered ^ (1 << bit)) >>> 0;
      expect(sealOfState({ registered: flipped, cancelled })).not.toBe(sealOfState({ registered, cancelled }));
    }),
    { numRuns: tries(2000, 20_000) },
  );
});

type Model = Map<string, ReturnType<typeof stateOf> | undefined>;
const stateOf = (day: number, isCancelled: boolean, freeAt: number | null) => ({
  registered: day,
  cancelled: isCancelled ? day + 1 : null,
  freeAt: isCancelled ? freeAt : null,
});
const label = fc.integer({ min: 0, max: 60 }).map((place) => `name-${place}.nz`);
const change = fc.tuple(
  label,
  fc.option(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.boolean(), fc.option(fc.integer({ min: 5, max: 9 })))),
);

test('after any changes the witness has exactly the last state of every name, also when it is stored and read', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 6 }), (revisions) => {
      const witness = new Witness();
      const model: Model = new Map();
      let whole = noEntries;
      for (const changes of revisions) {
        const collector = new EntryCollector();
        const last = new Map(changes.map(([name, state]) => [name, state === null ? undefined : stateOf(...state)]));
        for (const [name, state] of last) {
          model.set(name, state);
          collector.add(hash(name), state === undefined ? freeSeal : sealOfState(state), state);
        }
        const entries = decodeEntries(encodeEntries(collector.sorted()));
        if (entries === undefined) throw new Error('The entries cannot be read.');
        witness.add(entries);
        whole = merged(whole, entries, { keepFree: false });
      }
      const again = new Witness();
      again.add(whole);
      for (let place = 0; place <= 60; place++) {
        const name = `name-${place}.nz`;
        const state = model.get(name);
        for (const given of [witness, again]) {
          expect(given.sealOf(hash(name))).toBe(state === undefined ? freeSeal : sealOfState(state));
          if (state?.cancelled != null) expect(given.hasDatesOf(hash(name), state)).toBe(true);
          if (state?.cancelled != null) {
            expect(given.hasDatesOf(hash(name), { ...state, cancelled: state.cancelled + 1 })).toBe(false);
          }
        }
      }
      const cancelled = [...model.values()].filter((state) => state?.cancelled != null);
      expect(witness.countCancelled(() => true)).toBe(cancelled.length);
      expect(witness.entries()).toEqual(whole);
    }),
    { numRuns: tries(300, 5000) },
  );
});

test('bytes of another length are no entries', () => {
  const bytes = encodeEntries(noEntries);
  expect(decodeEntries(bytes)).toEqual(noEntries);
  expect(decodeEntries(bytes.subarray(1))).toBeUndefined();
  expect(decodeEntries(new Uint8Array(9))).toBeUndefined();
});

test('each status of the list has its own seal', () => {
  const seals = [undefined, 'Prohibited', 'Conflicted', 'Resolved', 'Reserved'] as const;
  expect(new Set(seals.map(sealOfListed)).size).toBe(5);
});
