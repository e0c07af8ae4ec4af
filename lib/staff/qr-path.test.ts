import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('a short text gives a code of 21 units and its quiet zone, starting with the corner square', () => {
  const { size, path } = qrPath('watea');
  expect(size).toBe(21 + 2 * 4);
  expect(path).toMatch(/^M4 4h1v1h-1zM5 4h1v1h-1z/);
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(24);
});
