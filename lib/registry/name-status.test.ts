import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseName } from '#lib/registry/names/name.ts';
import { tries } from '#tests/support/long.ts';
import { availabilityEntry } from './name-status.ts';
import { statuses } from './status.ts';

test.each([
  ['kiwi.co.nz', statuses.Available, '{"code":"220","status":"Available","domain":"kiwi.co.nz"}'],
  ['KIWI.māori.nz', statuses.Active, '{"code":"200","status":"Active","domain":"kiwi.maori.nz"}'],
  [
    'pōneke.nz',
    statuses.PendingRelease,
    '{"code":"210","status":"PendingRelease","domain":"xn--pneke-g9a.nz","original":"pōneke.nz"}',
  ],
  ['a b.nz', statuses.Available, '{"code":"500","status":"Invalid characters in query string","domain":"a b.nz"}'],
  ['', statuses.Active, '{"code":"500","status":"Invalid characters in query string","domain":""}'],
  [
    'say "kia ora"\n\\.nz',
    statuses.Available,
    '{"code":"500","status":"Invalid characters in query string","domain":"say \\"kia ora\\"\\n\\\\.nz"}',
  ],
  [
    'māori.nz',
    statuses.Available,
    '{"code":"500","status":"Invalid characters in query string","domain":"xn--mori-qsa.nz","original":"māori.nz"}',
  ],
  [
    '\ud800.nz',
    statuses.Available,
    '{"code":"500","status":"Invalid characters in query string","domain":"xn--ib9b.nz","original":"\\ud800.nz"}',
  ],
])('R3, R4: the entry of %j', (asked, status, entry) => {
  expect(availabilityEntry(parseName(asked), status)).toBe(entry);
});

test('every entry is JSON with its keys in order and an ASCII domain, whatever was requested', () => {
  const label = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'ā', '"', '\\', '\n', '\u2028', '\ud800', '.') }),
  );
  fc.assert(
    fc.property(label, fc.constantFrom(...Object.values(statuses)), (text, status) => {
      const name = parseName(`${text}.nz`);
      const entry: Record<string, string> = JSON.parse(availabilityEntry(name, status));
      const { code, status: statusText } = name.valid ? status : statuses.Invalid;
      const original = name.original === undefined ? {} : { original: name.original };
      expect(Object.entries(entry)).toEqual(
        Object.entries({ code, status: statusText, domain: name.domain, ...original }),
      );
      expect(entry.domain).toMatch(/^[\0-\x7f]*$/);
    }),
    { numRuns: tries(3000, 60_000) },
  );
});
