import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';

// the trailing slash selects the npm package; without it Node gives its own old copy
const npmPunycode: { encode(text: string): string; decode(text: string): string } = createRequire(import.meta.url)(
  'punycode/',
);

const rfcSamples: [name: string, text: string, encoded: string][] = [
  ['A Arabic', 'ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ['B Chinese (simplified)', '他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['C Chinese (traditional)', '他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
  ['D Czech', 'Pročprostěnemluvíčesky', 'Proprostnemluvesky-uyb24dma41a'],
  ['E Hebrew', 'למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
  ['F Hindi', 'यहलोगहिन्दीक्योंनहींबोलसकतेहैं', 'i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd'],
  ['G Japanese', 'なぜみんな日本語を話してくれないのか', 'n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa'],
  [
    'H Korean',
    '세계의모든사람들이한국어를이해한다면얼마나좋을까',
    '989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c',
  ],
  ['I Russian', 'почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
  ['J Spanish', 'PorquénopuedensimplementehablarenEspañol', 'PorqunopuedensimplementehablarenEspaol-fmd56a'],
  ['K Vietnamese', 'TạisaohọkhôngthểchỉnóitiếngViệt', 'TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g'],
  ['L', '3年B組金八先生', '3B-ww4c5e180e575a65lsy2b'],
  ['M', '安室奈美恵-with-SUPER-MONKEYS', '-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n'],
  ['N', 'Hello-Another-Way-それぞれの場所', 'Hello-Another-Way--fc4qua05auwb3674vfr0b'],
  ['O', 'ひとつ屋根の下2', '2-u9tlzr9756bt3uc0v'],
  ['P', 'MajiでKoiする5秒前', 'MajiKoi5-783gue6qz075azm5e'],
  ['Q', 'パフィーdeルンバ', 'de-jg4avhby1noc0d'],
  ['R', 'そのスピードで', 'd9juau41awczczp'],
  ['S', '-> $1.00 <-', '-> $1.00 <--'],
];

describe('RFC 3492 section 7.1', () => {
  test.each(rfcSamples)('sample %s, both ways', (_name, text, encoded) => {
    expect(encodePunycode(text)).toBe(encoded);
    expect(decodePunycode(encoded)).toBe(text);
  });

  test('capital digits decode to the same', () => {
    expect(decodePunycode('b1abfaaepdrnnbgefbaDotcwatmq2g4l'.toUpperCase())).toBe('почемужеонинеговорятпорусски');
  });
});

test.each([
  ['', ''],
  ['māori', 'mori-qsa'],
  ['ā', 'yda'],
  ['kiwi', 'kiwi-'],
  ['💩', 'ls8h'],
  ['\u{10ffff}', 'dn32g'],
])('%j is encoded as %j, and back', (text, encoded) => {
  expect(encodePunycode(text)).toBe(encoded);
  expect(decodePunycode(encoded)).toBe(text);
});

test.each([
  ['a character that is not a digit', 'mori-q!a'],
  ['a space', 'mori-q a'],
  ['a hyphen with nothing before it', '-yda'],
  ['a lone hyphen', '-'],
  ['an integer that ends too early', 'mori-qs'],
  ['an integer that never ends', '99999999'],
  ['U+110000, one above the last code point', 'en32g'],
  ['numbers beyond any integer', `${'9'.repeat(400)}a`],
  ['a basic part that is not ASCII', 'mōri-qsa'],
  ['a digit that is not ASCII', 'mori-qsā'],
])('%s is refused: %j', (_what, encoded) => {
  expect(decodePunycode(encoded)).toBeUndefined();
});

const wellFormed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'az09-āēīōūĀ中💩'), maxLength: 80 }),
);

test('text is encoded like the npm package, and decoded back', () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      const encoded = encodePunycode(text);
      expect(encoded).toBe(npmPunycode.encode(text));
      expect(decodePunycode(encoded)).toBe(text);
    }),
    { numRuns: tries(5000, 100_000) },
  );
});

test('any ASCII text is decoded like the npm package, or refused by both', () => {
  const encoded = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-'), maxLength: 30 }),
    fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  );
  let decodedCount = 0;
  fc.assert(
    fc.property(encoded, (text) => {
      const expected = decodeByNpm(text);
      if (expected !== undefined) decodedCount++;
      expect(decodePunycode(text)).toBe(expected);
    }),
    { numRuns: tries(10_000, 200_000) },
  );
  expect(decodedCount).toBeGreaterThan(100);
});

function decodeByNpm(text: string): string | undefined {
  try {
    return npmPunycode.decode(text);
  } catch {
    return undefined;
  }
}

test('lone surrogates never throw and decode to themselves', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      const encoded = encodePunycode(text);
      expect(encoded).toMatch(/^[\0-\x7f]*$/);
      expect(decodePunycode(encoded)).toBe(text);
    }),
    { numRuns: tries(5000, 100_000) },
  );
});

test('a label of 120,000 characters, 50,000 of them distinct, decodes to itself', () => {
  const text = Array.from({ length: 120_000 }, (_, place) => String.fromCharCode(0x80 + ((place * 7919) % 50_000)));
  const label = text.join('');
  expect(decodePunycode(encodePunycode(label))).toBe(label);
});
