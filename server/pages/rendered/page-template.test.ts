import { expect, test } from 'vitest';
import { constantText, cutAt, fillIn, sizeOf } from './page-template.ts';

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
