import { expect, test } from 'vitest';
import { parseName } from './name.ts';
import { namesOfString } from './names-of-string.ts';
import { suffixes } from './suffix.ts';

test.each([['kea'], ['KEA'], ['a'], ['nz'], ['gov'], ['a'.repeat(63)]])(
  'R6: string=%s asks for its name below each of the 16 suffixes, in their order',
  (asked) => {
    const label = asked.toLowerCase();
    expect(namesOfString(asked)).toEqual(
      suffixes.map((suffix) => ({ valid: true, domain: `${label}.${suffix}`, original: undefined, label, suffix })),
    );
  },
);

test.each([['pōneke'], ['PŌNEKE'], ['po\u0304neke'], ['xn--pneke-g9a'], ['XN--PNEKE-G9A']])(
  'R6, R7: string=%s asks for the same 16 IDNs in any form',
  (asked) => {
    const label = 'xn--pneke-g9a';
    expect(namesOfString(asked)).toEqual(
      suffixes.map((suffix) => ({
        valid: true,
        domain: `${label}.${suffix}`,
        original: `pōneke.${suffix}`,
        label,
        suffix,
      })),
    );
  },
);

test.each([
  ['co', 'co.nz', undefined],
  ['CO', 'CO.nz', undefined],
  ['parliament', 'parliament.nz', undefined],
  ['maori', 'maori.nz', undefined],
  ['xn--mori-qsa', 'xn--mori-qsa.nz', undefined],
  ['māori', 'xn--mori-qsa.nz', 'māori.nz'],
  ['MĀORI', 'xn--MORI-lsa.nz', 'MĀORI.nz'],
])('R3: of string=%s only the first name is invalid: %s is a suffix', (asked, domain, original) => {
  const [first, ...others] = namesOfString(asked);
  expect(first).toEqual({ valid: false, domain, original, reason: 'a-suffix' });
  expect(others.map(({ valid }) => valid)).toEqual(Array(15).fill(true));
});

test.each([
  ['a dot', 'kiwi.co', 'kiwi.co', undefined],
  ['a trailing dot', 'kiwi.', 'kiwi.', undefined],
  ['a full name', 'www.pōneke.nz', 'www.xn--pneke-g9a.nz', 'www.pōneke.nz'],
  ['a space', ' kiwi', ' kiwi', undefined],
  ['a hyphen first', '-kiwi', '-kiwi', undefined],
  ['64 octets', 'a'.repeat(64), 'a'.repeat(64), undefined],
  ['ß', 'straße', 'xn--strae-oqa', 'straße'],
  ['a lone surrogate', '\ud800', 'xn--ib9b', '\ud800'],
  ['255 macrons', 'ā'.repeat(255), `xn--yda${'a'.repeat(254)}`, 'ā'.repeat(255)],
])('R3: an invalid string (%s) has its 16 invalid entries', (_why, asked, domain, original) => {
  expect(namesOfString(asked)).toEqual(
    suffixes.map((suffix) => ({
      valid: false,
      domain: `${domain}.${suffix}`,
      original: original === undefined ? undefined : `${original}.${suffix}`,
      reason: expect.any(String),
    })),
  );
});

test('R6: each entry is the same as for the full name', () => {
  for (const asked of ['kea', 'Pōneke', 'co', 'māori', 'xn--mori-qsa', 'ab--c', '-', 'a_b', 'ſ', 'x'.repeat(64)]) {
    const reasonless = namesOfString(asked).map((name) => ({ ...name, reason: undefined }));
    expect(reasonless).toEqual(suffixes.map((suffix) => ({ ...parseName(`${asked}.${suffix}`), reason: undefined })));
  }
});
