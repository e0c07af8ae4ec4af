import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { type ParsedName, parseName } from './name.ts';

const npmPunycode: { encode(text: string): string; decode(text: string): string } = createRequire(import.meta.url)(
  'punycode/',
);

const caseOf: Record<string, string> = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZĀĒĪŌŪ'].map((capital) => [capital, capital.toLocaleLowerCase('en')]),
);
const secondLevels = 'ac co cri geek gen health iwi kiwi maori māori mil net org school govt parliament'.split(' ');

/** R7 implemented a second time, slowly: every label is decoded to Unicode first, then each rule is one pattern. */
function reference(asked: string): { domain: string; original?: string } | undefined {
  const folded = Array.from(asked, (character) => caseOf[character] ?? character)
    .join('')
    .normalize('NFC');
  const labels = folded.replace(/\.$/, '').split('.').map(toUnicode);
  const [label = '', secondLevel = ''] = labels;
  if (labels.pop() !== 'nz' || labels.length < 1 || labels.length > 2) return undefined;
  if (labels.length === 2 && !secondLevels.includes(secondLevel)) return undefined;
  if (labels.length === 1 && secondLevels.includes(label)) return undefined;
  if (!/^[a-z0-9āēīōū-]+$/u.test(label) || /^-|-$|^..--/u.test(label)) return undefined;
  const isIdn = /[āēīōū]/.test(label);
  const encoded = isIdn ? `xn--${npmPunycode.encode(label)}` : label;
  if (encoded.length > 63) return undefined;
  const suffix = labels.length === 1 ? 'nz' : `${secondLevel.replace('ā', 'a')}.nz`;
  return isIdn
    ? { domain: `${encoded}.${suffix}`, original: `${label}.${suffix}` }
    : { domain: `${encoded}.${suffix}` };
}

function toUnicode(label: string): string {
  if (!/^xn--[a-z0-9-]+$/.test(label)) return label;
  try {
    const unicode = npmPunycode.decode(label.slice(4));
    return /[^\0-\x7f]/.test(unicode) && npmPunycode.encode(unicode) === label.slice(4) ? unicode : '?';
  } catch {
    return '?';
  }
}

function answerOf(name: ParsedName) {
  if (!name.valid) return undefined;
  return name.original === undefined ? { domain: name.domain } : { domain: name.domain, original: name.original };
}

function expectSameInEachForm(name: ParsedName): void {
  if (!name.valid) return;
  expect(parseName(name.domain)).toEqual(name);
  expect(parseName(name.original ?? name.domain.toUpperCase())).toEqual(name);
}

const pieces = [
  'a',
  'b',
  'k',
  '7',
  'o',
  'i',
  '-',
  '--',
  'xn--',
  'ā',
  'ō',
  'Ā',
  'K',
  'a\u0304',
  'O\u0304',
  '\u0304',
  'yda',
  'mori-qsa',
  'māori',
  'maori',
  'co',
  'iwi',
  'nz',
  '.',
  '.',
  '\u212a',
  'ſ',
  'İ',
  'ß',
  '。',
  '\u00ad',
  ' ',
];
const suffixPieces = ['.nz', '.nz', '.co.nz', '.māori.nz', '.xn--mori-qsa.nz', '.NZ.', '.iwi.nz', '.com', '', '.nz..'];
const label = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((chosen) => chosen.join('')),
  fc.array(fc.constantFrom(...'abāēīōū-'), { minLength: 1, maxLength: 64 }).map((chosen) => chosen.join('')),
  fc
    .array(fc.constantFrom(...'abāōĀß-'), { minLength: 1, maxLength: 6 })
    .map((chosen) => `xn--${npmPunycode.encode(chosen.join(''))}`),
  fc.array(fc.constantFrom(...'abcdyz0189-'), { minLength: 1, maxLength: 9 }).map((chosen) => `xn--${chosen.join('')}`),
);
const nearlyNames = fc.tuple(label, fc.constantFrom(...suffixPieces)).map((both) => both.join(''));

test('R7: a second, slow implementation of the rules agrees on every name', () => {
  let validCount = 0;
  fc.assert(
    fc.property(nearlyNames, (asked) => {
      const parsed = parseName(asked);
      if (parsed.valid) validCount++;
      expect(answerOf(parsed)).toEqual(reference(asked));
      expectSameInEachForm(parsed);
    }),
    { numRuns: tries(8_000, 400_000) },
  );
  expect(validCount).toBeGreaterThan(1000);
});

test('R7: of all Unicode characters alone before .nz, exactly 72 are names', () => {
  const accepted: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (parseName(`${character}.nz`).valid) accepted.push(character);
  }
  expect(accepted.join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzĀāĒēĪīŌōŪū');
});

const texts = tries(40_000, 2_000_000);
test(`R3: ${texts} random Unicode texts never throw, and every name accepted round-trips`, () => {
  let state = 20_261_120;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const letters = 'abcxyz019-āēīōūĀĒĪŌŪ';
  let acceptedCount = 0;
  for (let run = 0; run < texts; run++) {
    // with lone surrogates; one text in eight consists of valid letters, so some are accepted
    const isFriendly = run % 8 === 0;
    const codes = Array.from({ length: random(12) }, () =>
      isFriendly ? letters.charCodeAt(random(letters.length)) : random(2 ** (1 + random(16))),
    );
    const asked = String.fromCharCode(...codes) + (random(4) === 0 ? '' : (suffixPieces[random(7)] ?? ''));
    const parsed = parseName(asked);
    if (parsed.valid) acceptedCount++;
    if (!/^[\0-\x7f]*$/.test(parsed.domain)) expect.fail(`the domain of ${JSON.stringify(asked)} is not ASCII`);
    if (!parsed.valid && (parsed.original ?? parsed.domain) !== asked) expect.fail(`${JSON.stringify(asked)} is lost`);
    expectSameInEachForm(parsed);
  }
  expect(acceptedCount).toBeGreaterThan(1000);
});
