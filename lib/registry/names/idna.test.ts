import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { namesOfString, parseName } from './name.ts';

const npmPunycode: { encode(text: string): string } = createRequire(import.meta.url)('punycode/');

const repertoire = [...'abcdefghijklmnopqrstuvwxyz0123456789-āēīōū'];

describe('R7: the repertoire of 42 characters', () => {
  test('there are 42', () => {
    expect(new Set(repertoire).size).toBe(42);
  });

  test.each(repertoire)('%s is allowed in a label, in either case and form, and decodes to itself', (character) => {
    const isHyphen = character === '-';
    const labels = [
      `a${character}a`,
      `ā${character}9`,
      ...(isHyphen ? [] : [character, `${character}0`, `0${character}`]),
    ];
    for (const label of labels) {
      const isIdn = /[āēīōū]/.test(label);
      const expected = {
        valid: true,
        domain: `${isIdn ? `xn--${npmPunycode.encode(label)}` : label}.nz`,
        original: isIdn ? `${label}.nz` : undefined,
      };
      const forms = [label, label.toUpperCase(), label.normalize('NFD'), label.toUpperCase().normalize('NFD')];
      for (const form of forms) expect(parseName(`${form}.nz`)).toMatchObject(expected);
      expect(parseName(expected.domain)).toMatchObject(expected);
      expect(parseName(expected.domain.toUpperCase())).toMatchObject(expected);
      expect(namesOfString(label)[0]).toMatchObject(expected);
    }
  });

  test('a hyphen alone is not a label', () => {
    expect(parseName('-.nz').valid).toBe(false);
  });

  test('of all Unicode characters, only those 42 and the capitals of 31 of them are allowed inside a label', () => {
    const accepted: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      if (parseName(`1${character}1.nz`).valid) accepted.push(character);
    }
    const capitals = repertoire.map((character) => character.toUpperCase()).filter((it) => !repertoire.includes(it));
    expect(capitals).toHaveLength(31);
    expect(new Set(accepted)).toEqual(new Set([...repertoire, ...capitals]));
  });

  test('of all combining characters after a vowel, only the macron gives a character of the repertoire', () => {
    for (const vowel of 'aeiou') {
      const accepted: string[] = [];
      for (let codePoint = 0x300; codePoint <= 0x36f; codePoint++) {
        const mark = String.fromCodePoint(codePoint);
        if (parseName(`${vowel}${mark}.nz`).valid) accepted.push(mark);
      }
      expect(accepted).toEqual(['\u0304']);
    }
  });
});

/** The texts of RFC 3492 section 7.1. None is a .nz label: only the Latin script has characters of the repertoire. */
const samples = [
  'ليهمابتكلموشعربي؟',
  '他们为什么不说中文',
  '他們爲什麽不說中文',
  'Pročprostěnemluvíčesky',
  'למההםפשוטלאמדבריםעברית',
  'यहलोगहिन्दीक्योंनहींबोलसकतेहैं',
  'なぜみんな日本語を話してくれないのか',
  '세계의모든사람들이한국어를이해한다면얼마나좋을까',
  'почемужеонинеговорятпорусски',
  'PorquénopuedensimplementehablarenEspañol',
  'TạisaohọkhôngthểchỉnóitiếngViệt',
  '3年B組金八先生',
  '安室奈美恵-with-SUPER-MONKEYS',
  'Hello-Another-Way-それぞれの場所',
  'ひとつ屋根の下2',
  'MajiでKoiする5秒前',
  'パフィーdeルンバ',
  'そのスピードで',
];

test.each(samples)('RFC 3492 section 7.1: %s is not a .nz label in either form, and is answered as asked', (sample) => {
  const encoded = `xn--${npmPunycode.encode(sample)}`;
  for (const suffix of ['nz', 'co.nz']) {
    expect(parseName(`${sample}.${suffix}`)).toMatchObject({
      valid: false,
      domain: `${encoded}.${suffix}`,
      original: `${sample}.${suffix}`,
    });
    expect(parseName(`${encoded}.${suffix}`)).toMatchObject({
      valid: false,
      domain: `${encoded}.${suffix}`,
      original: undefined,
    });
  }
});

/**
 * The validity rules of UTS 46 (section 4.1) and RFC 5891 for Latin labels, with our own texts: the requested name, and
 * the domain of the answer, or `no`.
 */
const rules: [rule: string, cases: [asked: string, answer: string][]][] = [
  [
    'NFC: composed and decomposed spellings are one name; encoded, only the composed one is',
    [
      ['mānuka.nz', 'xn--mnuka-fwa.nz'],
      ['ma\u0304nuka.nz', 'xn--mnuka-fwa.nz'],
      [`xn--${npmPunycode.encode('ma\u0304nuka')}.nz`, 'no'],
    ],
  ],
  [
    'a label does not begin with a combining mark',
    [
      ['\u0304a.nz', 'no'],
      ['\u0304.nz', 'no'],
      [`xn--${npmPunycode.encode('\u0304a')}.nz`, 'no'],
      // after a hyphen, the mark belongs to the hyphen
      ['a-\u0304.nz', 'no'],
    ],
  ],
  [
    'no hyphen first or last, in Unicode or encoded',
    [
      ['-mānuka.nz', 'no'],
      ['mānuka-.nz', 'no'],
      [`xn--${npmPunycode.encode('-mānuka')}.nz`, 'no'],
      [`xn--${npmPunycode.encode('mānuka-')}.nz`, 'no'],
      ['mā-nuka.nz', `xn--${npmPunycode.encode('mā-nuka')}.nz`],
    ],
  ],
  [
    'no hyphens in both third and fourth place but those of xn--',
    [
      ['mā--nuka.nz', 'no'],
      ['ma--nuka.nz', 'no'],
      [`xn--${npmPunycode.encode('mā--nuka')}.nz`, 'no'],
      ['māo--a.nz', `xn--${npmPunycode.encode('māo--a')}.nz`],
      ['m--ānuka.nz', `xn--${npmPunycode.encode('m--ānuka')}.nz`],
    ],
  ],
  [
    'xn-- must decode',
    [
      ['xn--.nz', 'no'],
      ['xn---.nz', 'no'],
      ['xn--a.nz', 'no'],
      ['xn--0.nz', 'no'],
      ['xn--mnuka-fw.nz', 'no'],
      ['xn--mnuka-fwa0.nz', 'no'],
      ['xn--zzzzzzz.nz', 'no'],
      ['xn--\u00e4.nz', 'no'],
    ],
  ],
  [
    'xn-- must be the encoding of its decoded form',
    [
      // only ASCII in it, and an encoding of an encoding
      ['xn--manuka-.nz', 'no'],
      [`xn--${npmPunycode.encode('xn--mnuka-fwa')}.nz`, 'no'],
      ['xn--xn--mnuka-fwa-.nz', 'no'],
      ['XN--MNUKA-FWA.NZ', 'xn--mnuka-fwa.nz'],
      // û, which is outside the repertoire
      ['XN--MNUKA-EVA.NZ', 'no'],
    ],
  ],
  [
    'no capital, mapped or deviating character is encoded',
    [
      [`xn--${npmPunycode.encode('MĀNUKA')}.nz`, 'no'],
      [`xn--${npmPunycode.encode('Ā')}.nz`, 'no'],
      [`xn--${npmPunycode.encode('faß')}.nz`, 'no'],
      [`xn--${npmPunycode.encode('ﬁ')}.nz`, 'no'],
      [`xn--${npmPunycode.encode('ā\u200d')}.nz`, 'no'],
      [`xn--${npmPunycode.encode('ā\u00ad')}.nz`, 'no'],
    ],
  ],
  [
    'nothing is mapped (R7): no deviation, compatibility form, ignorable or other full stop',
    [
      ['faß.nz', 'no'],
      ['ǆ.nz', 'no'],
      ['ﬀ.nz', 'no'],
      ['ａ.nz', 'no'],
      ['ª.nz', 'no'],
      ['¹.nz', 'no'],
      ['①.nz', 'no'],
      ['ſ.nz', 'no'],
      ['mā\u00adnuka.nz', 'no'],
      ['mā\u200cnuka.nz', 'no'],
      ['mā\u200dnuka.nz', 'no'],
      ['mā\ufe0fnuka.nz', 'no'],
      ['mā\u2060nuka.nz', 'no'],
      ['mānuka。nz', 'no'],
      ['mānuka．nz', 'no'],
      ['mānuka｡nz', 'no'],
    ],
  ],
  [
    'Latin letters of other languages, and vowels with two marks, are outside',
    [
      ['ă.nz', 'no'],
      ['ą.nz', 'no'],
      ['å.nz', 'no'],
      ['ø.nz', 'no'],
      ['ł.nz', 'no'],
      ['þ.nz', 'no'],
      ['ŋ.nz', 'no'],
      ['ȳ.nz', 'no'],
      ['ǣ.nz', 'no'],
      ['ǟ.nz', 'no'],
      ['ḗ.nz', 'no'],
      ['ṓ.nz', 'no'],
      ['ȭ.nz', 'no'],
      ['ǖ.nz', 'no'],
      ['ā\u0301.nz', 'no'],
      ['ạ\u0304.nz', 'no'],
      ['a\u0323\u0304.nz', 'no'],
    ],
  ],
  [
    'no mixing of scripts, and no lookalikes from other scripts',
    [
      ['mаnuka.nz', 'no'],
      ['ӣwi.nz', 'no'],
      ['ӯ.nz', 'no'],
      ['ᾱ.nz', 'no'],
      ['ῑ.nz', 'no'],
      ['o\u0305.nz', 'no'],
      ['a\u0331.nz', 'no'],
      ['ａ\u0304.nz', 'no'],
    ],
  ],
  [
    'a label has 63 octets at most, encoded, and is not empty',
    [
      [`${'ā'.repeat(57)}.nz`, `xn--${npmPunycode.encode('ā'.repeat(57))}.nz`],
      [`${'ā'.repeat(58)}.nz`, 'no'],
      [`${'a'.repeat(57)}ā.nz`, 'no'],
      [`${'a'.repeat(54)}ā.nz`, `xn--${npmPunycode.encode(`${'a'.repeat(54)}ā`)}.nz`],
      ['.nz', 'no'],
      ['ā..nz', 'no'],
      ['ā.nz.', 'xn--yda.nz'],
      ['ā.nz..', 'no'],
    ],
  ],
];

describe.each(rules)('IDNA: %s', (_rule, cases) => {
  test.each(cases)('%j is answered as %s', (asked, answer) => {
    const name = parseName(asked);
    expect(name.valid ? name.domain : 'no').toBe(answer);
    if (!name.valid) return;
    expect(parseName(name.domain)).toEqual(name);
    expect(parseName(name.original ?? name.domain)).toEqual(name);
  });
});
