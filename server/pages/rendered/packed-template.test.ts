import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillInPacked, packTemplate } from './packed-template.ts';
import { cutAt, fillIn } from './page-template.ts';

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
