import { describe, expect, test } from 'vitest';
import { namesOfString, parseName } from './name.ts';
import { suffixes } from './suffix.ts';

const longLabel = 'a'.repeat(63);
/** 57 macrons encode to exactly 63 octets with their `xn--`. */
const longMacrons = 'ā'.repeat(57);
const longMacronsEncoded = `xn--${'yda'}${'a'.repeat(56)}`;

const asciiNames: [asked: string, domain: string][] = [
  ['kea.nz', 'kea.nz'],
  ['kea.co.nz', 'kea.co.nz'],
  ['Kea.CO.NZ', 'kea.co.nz'],
  ['kea.co.nz.', 'kea.co.nz'],
  ['a.nz', 'a.nz'],
  ['0.nz', '0.nz'],
  ['123.govt.nz', '123.govt.nz'],
  ['a-b.parliament.nz', 'a-b.parliament.nz'],
  ['a--b.nz', 'a--b.nz'],
  ['a-b--c.nz', 'a-b--c.nz'],
  ['abc--d.nz', 'abc--d.nz'],
  ['nz.nz', 'nz.nz'],
  ['co.co.nz', 'co.co.nz'],
  ['maori.maori.nz', 'maori.maori.nz'],
  ['gov.nz', 'gov.nz'],
  ['xn.nz', 'xn.nz'],
  ['xn-a.nz', 'xn-a.nz'],
  [`${longLabel}.nz`, `${longLabel}.nz`],
  [`${longLabel}.parliament.nz.`, `${longLabel}.parliament.nz`],
  ['kea.māori.nz', 'kea.maori.nz'],
  ['kea.MĀORI.nz', 'kea.maori.nz'],
  ['kea.ma\u0304ori.nz', 'kea.maori.nz'],
  ['kea.xn--mori-qsa.nz', 'kea.maori.nz'],
  ['KEA.XN--MORI-QSA.NZ.', 'kea.maori.nz'],
];

const macronNames: [asked: string, domain: string, original: string][] = [
  ['māori.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['MĀORI.CO.NZ', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['ma\u0304ori.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['MA\u0304ORI.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['xn--mori-qsa.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['XN--MORI-QSA.co.nz', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['xn--mori-qsa.co.nz.', 'xn--mori-qsa.co.nz', 'māori.co.nz'],
  ['māori.māori.nz', 'xn--mori-qsa.maori.nz', 'māori.maori.nz'],
  ['Ā.māori.nz', 'xn--yda.maori.nz', 'ā.maori.nz'],
  ['ā.maori.nz', 'xn--yda.maori.nz', 'ā.maori.nz'],
  ['xn--yda.xn--mori-qsa.nz', 'xn--yda.maori.nz', 'ā.maori.nz'],
  ['īwi.nz', 'xn--wi-xoa.nz', 'īwi.nz'],
  ['āēīōū.nz', 'xn--yda0b4dqg4f.nz', 'āēīōū.nz'],
  ['ĀĒĪŌŪ.nz', 'xn--yda0b4dqg4f.nz', 'āēīōū.nz'],
  ['ā-1.nz', 'xn---1-cla.nz', 'ā-1.nz'],
  ['ā--b.nz', 'xn----b-0oa.nz', 'ā--b.nz'],
  [`${longMacrons}.nz`, `${longMacronsEncoded}.nz`, `${longMacrons}.nz`],
  [`${longMacrons.normalize('NFD')}.nz`, `${longMacronsEncoded}.nz`, `${longMacrons}.nz`],
];

/** Invalid ASCII names, which are answered as asked. */
const invalidAsciiNames: [why: string, ...asked: string[]][] = [
  ['empty', '', '.', '..'],
  ['a suffix alone', 'nz', 'nz.', 'co.nz', 'CO.NZ', 'co.nz.', 'maori.nz', 'xn--mori-qsa.nz', 'XN--MORI-QSA.NZ'],
  ['not below .nz', 'kea', 'kea.com', 'kea.co.uk', 'kea.nz.com', 'keanz', 'kea.nzz', 'nz.kea'],
  ['too many labels', 'a.kea.co.nz', 'www.kea.nz', 'a.b.c.nz', 'a.b.maori.nz', 'kea.xn--mori-qsa.maori.nz'],
  ['not a second-level domain', 'kea.com.nz', 'kea.gov.nz', 'kea.xn--yda.nz'],
  ['an empty label', '.nz', '.co.nz', 'kea..nz', '.kea.nz', 'kea.nz..', 'kea..co.nz', '..nz'],
  ['a hyphen first or last', '-kea.nz', 'kea-.nz', '-.nz', '--.nz', '----.nz', '-.co.nz'],
  ['hyphens in third and fourth place', 'ab--c.nz', 'ab--.nz', 'xx--mori-qsa.nz', 'a---b.nz', '12--3.co.nz'],
  ['space', ' kea.nz', 'kea.nz ', 'ke a.nz', 'kea .nz', 'kea. nz', ' '],
  ['a control character', 'kea\n.nz', 'kea.nz\n', '\tkea.nz', 'ke\0a.nz', 'kea\x7f.nz', '\u001bkea.nz'],
  ['another character', 'ke_a.nz', '*.nz', 'kea.nz/', 'http://kea.nz', 'kea@nz', 'a+b.nz', '"kea".nz', 'ke%20a.nz'],
  ['a label above 63 octets', `${longLabel}a.nz`, `xn--${'a'.repeat(60)}.nz`, `${'a'.repeat(240)}.nz`],
  ['a name above 253 octets', `${'a.'.repeat(126)}nz`, `${longLabel}.`.repeat(4).concat('nz'), 'a'.repeat(100_000)],
  [
    'xn-- that is not Punycode',
    'xn--.nz',
    'xn--a!.nz',
    'xn--mori-qs.nz',
    'xn---yda.nz',
    'xn--99999999.nz',
    'xn--en32g.nz',
  ],
  ['xn-- that decodes to ASCII only', 'xn--kea-.nz', 'xn--a-.nz', 'xn---.nz', 'xn----.nz'],
  ['xn-- of xn--', 'xn--xn--yda-.nz', 'xn--xn--xn--yda--.nz', 'xn--xn--mori-qsa-.nz'],
  ['xn-- outside the repertoire', 'xn--strae-oqa.nz', 'xn--caf-dma.nz', 'xn--ls8h.nz', 'xn--maori-qfd.nz'],
  ['xn-- that decodes to capitals', 'xn--mori-lsa.nz', 'xn--xda.nz'],
  ['xn-- of a hyphen first or last', 'xn----oha.nz', 'xn----nha.nz'],
  ['xn-- of hyphens in third and fourth place', 'xn--ab---tsa.nz', 'xn--b--c-psa.nz', 'xn--xn---tsa.nz'],
];

/** Invalid names whose answer has `original`, as asked. */
const invalidUnicodeNames: [why: string, asked: string, domain: string][] = [
  ['a suffix alone', 'māori.nz', 'xn--mori-qsa.nz'],
  ['a suffix alone, in capitals', 'MĀORI.nz.', 'xn--MORI-lsa.nz.'],
  ['too many labels', 'www.pōneke.nz', 'www.xn--pneke-g9a.nz'],
  ['not below .nz', 'māori.com', 'xn--mori-qsa.com'],
  ['no dot', 'māori', 'xn--mori-qsa'],
  ['another macron of a second-level label', 'kea.maorī.nz', 'kea.xn--maor-tya.nz'],
  ['ß', 'straße.nz', 'xn--strae-oqa.nz'],
  ['capital ẞ', 'ẞ.nz', 'xn--kkg.nz'],
  ['an accent other than a macron', 'café.nz', 'xn--caf-dma.nz'],
  ['a diaeresis for a macron', 'mäori.nz', 'xn--mori-loa.nz'],
  ['y with macron', 'ȳ.nz', 'xn--pma.nz'],
  ['a macron on a consonant', 'kek\u0304e.nz', 'xn--keke-dwc.nz'],
  ['two macrons on one vowel', 'ā\u0304.nz', 'xn--yda44h.nz'],
  ['a macron alone', '\u0304.nz', 'xn--osa.nz'],
  ['a spacing macron', 'a¯.nz', 'xn--a-zca.nz'],
  ['ideographic full stop', 'kea。nz', 'xn--keanz-9t3d'],
  ['full-width full stop', 'kea．nz', 'xn--keanz-og33a'],
  ['half-width ideographic full stop', 'kea｡nz', 'xn--keanz-wu33a'],
  ['one dot leader', 'kea․nz', 'xn--keanz-xx3b'],
  ['full-width letters', 'ｋea.nz', 'xn--ea-5z3n.nz'],
  ['full-width hyphen', 'a－b.nz', 'xn--ab-vu3n.nz'],
  ['en dash', 'a–b.nz', 'xn--ab-41t.nz'],
  ['Arabic-Indic digit', 'kea٣.nz', 'xn--kea-l6e.nz'],
  ['superscript digit', 'kea².nz', 'xn--kea-2fa.nz'],
  ['soft hyphen', 'ke\u00ada.nz', 'xn--kea-hfa.nz'],
  ['zero-width joiner', 'ke\u200da.nz', 'xn--kea-fn0a.nz'],
  ['zero-width non-joiner', 'ke\u200ca.nz', 'xn--kea-bn0a.nz'],
  ['zero-width space', 'kea\u200b.nz', 'xn--kea-7m0a.nz'],
  ['byte order mark', '\ufeffkea.nz', 'xn--kea-3z6s.nz'],
  ['right-to-left mark', 'kea\u200f.nz', 'xn--kea-on0a.nz'],
  ['no-break space', 'ke\u00a0a.nz', 'xn--kea-zda.nz'],
  ['Cyrillic а', 'keа.nz', 'xn--ke-8kc.nz'],
  ['Greek capital Α with tonos', 'Άb.nz', 'xn--b-ijb.nz'],
  ['KELVIN SIGN, which Unicode folds to k', '\u212aea.nz', 'xn--ea-0qu.nz'],
  ['long s, which Unicode folds to s', 'ſchool.co.nz', 'xn--chool-zib.co.nz'],
  ['İ, which lower-cases to two characters', 'İnu.nz', 'xn--nu-dpa.nz'],
  ['dotless ı', 'ınu.nz', 'xn--nu-gpa.nz'],
  ['ligature ﬁ', 'ﬁsh.nz', 'xn--sh-1b1n.nz'],
  ['a lone high surrogate', '\ud800.nz', 'xn--ib9b.nz'],
  ['a lone low surrogate', 'kea.\udc00nz', 'kea.xn--nz-qv1l'],
  ['an emoji', '💩.nz', 'xn--ls8h.nz'],
  ['hyphen first', '-ā.nz', 'xn----oha.nz'],
  ['hyphen last', 'ā-.nz', 'xn----nha.nz'],
  ['hyphens in third and fourth place', 'āb--c.nz', 'xn--b--c-psa.nz'],
  ['xn-- before a macron', 'xn--ā.nz', 'xn--xn---tsa.nz'],
  ['dots kept', '.ā..nz', '.xn--yda..nz'],
  ['64 octets encoded', `${longMacrons}ā.nz`, `${longMacronsEncoded}a.nz`],
  ['a label above 63 octets beside a good one', `${longLabel}a.māori.nz`, `${longLabel}a.xn--mori-qsa.nz`],
];

describe('R7: a name that can be registered', () => {
  test.each(asciiNames)('%j is answered as %j, without original', (asked, domain) => {
    const [label = '', ...suffix] = domain.split('.');
    expect(parseName(asked)).toEqual({ valid: true, domain, original: undefined, label, suffix: suffix.join('.') });
  });

  test.each(macronNames)('%j is answered as %j with original %j', (asked, domain, original) => {
    const [label = '', ...suffix] = domain.split('.');
    expect(parseName(asked)).toEqual({ valid: true, domain, original, label, suffix: suffix.join('.') });
  });
});

describe('R3: a name that cannot be a .nz domain', () => {
  test.each(invalidAsciiNames.flatMap(([why, ...names]) => names.map((asked) => [why, asked] as const)))(
    '%s: %j is answered as asked',
    (_why, asked) => {
      expect(parseName(asked)).toEqual({
        valid: false,
        domain: asked,
        original: undefined,
        reason: expect.any(String),
      });
    },
  );

  test.each(invalidUnicodeNames)('%s: %j is answered as %j with the original as asked', (_why, asked, domain) => {
    expect(parseName(asked)).toEqual({ valid: false, domain, original: asked, reason: expect.any(String) });
  });

  test.each([
    ['', 'empty-name'],
    ['kea', 'not-below-nz'],
    ['www.kea.nz', 'not-one-label'],
    ['co.nz', 'a-suffix'],
    ['.nz', 'empty-label'],
    ['ke_a.nz', 'character-not-allowed'],
    ['-kea.nz', 'hyphen-at-an-end'],
    ['ab--c.nz', 'hyphens-third-and-fourth'],
    [`${longLabel}a.nz`, 'label-too-long'],
    ['xn--kea-.nz', 'not-a-canonical-xn-label'],
    ['a'.repeat(254), 'name-too-long'],
  ])('the reason for %j is %s', (asked, reason) => {
    expect(parseName(asked)).toMatchObject({ valid: false, reason });
  });

  test('a million characters that Unicode would reorder one by one are refused before it does', () => {
    const asked = `a${'\u0301\u0323'.repeat(500_000)}.nz`;
    expect(parseName(asked)).toMatchObject({ valid: false, original: asked });
  });
});

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
