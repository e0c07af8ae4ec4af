import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constantText, cutAt, fillIn, fillInPacked, packTemplate, sizeOf } from './page-template.ts';

const filled = (...given: Parameters<typeof fillIn>) => String(fillIn(...given));

test('fills other texts in', () => {
  const template = cutAt('<a nonce="N1">1.50 and 1.5</a>', ['N1', '1.50', '1.5']);
  expect(filled(template, { N1: 'fresh', '1.50': '2.70', '1.5': '2.7' })).toBe('<a nonce="fresh">2.70 and 2.7</a>');
  expect(constantText(template)).toBe('<a nonce=""> and </a>');
});

test('keeps a text without another', () => {
  expect(filled(cutAt('a b c', ['a', 'b']), { b: 'x' })).toBe('a x c');
});

test('takes every text literally', () => {
  const template = cutAt('$& (.*) $1', ['(.*)']);
  expect(filled(template, { '(.*)': '$&' })).toBe('$& $& $1');
});

test('a page without any of the texts stays as it is', () => {
  expect(filled(cutAt('plain', ['x']), { x: 'y' })).toBe('plain');
});

test('has the size of the page in bytes', () => {
  const page = 'Wātea 1 and 2';
  expect(sizeOf(cutAt(page, ['1', '2']))).toBe(Buffer.byteLength(page));
});

test('a packed page with other texts is the page with other texts', () => {
  const word = fc.constantFrom('<p>', 'Wātea', '</p>', 'n0nce', ' nonce="n0nce"', 'fibre ', 'a'.repeat(300));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 400 }), fc.stringMatching(/^[a-z0-9]{5}$/), (words, fresh) => {
      const template = cutAt(words.join(''), ['n0nce']);
      const packed = fillInPacked(packTemplate(template), { n0nce: fresh });
      expect(gunzipSync(packed ?? '').toString()).toBe(String(fillIn(template, { n0nce: fresh })));
    }),
    { numRuns: 200 },
  );
});

test('a page longer than the window is packed whole', () => {
  const lines = Array.from({ length: 5000 }, (_, line) => `<i nonce="n0nce">${line % 97} of ${line}</i>`);
  const template = cutAt(lines.join(''), ['n0nce']);
  const packed = fillInPacked(packTemplate(template), { n0nce: 'fresh' });
  expect(gunzipSync(packed ?? '').toString()).toBe(String(fillIn(template, { n0nce: 'fresh' })));
});

test('a text of another length cannot be filled in', () => {
  expect(fillInPacked(packTemplate(cutAt('a 1 b', ['1'])), { '1': '10' })).toBeUndefined();
});
