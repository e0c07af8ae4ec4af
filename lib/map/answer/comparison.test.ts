import { expect, test } from 'vitest';
import { comparisonPage, parseComparison } from './comparison.ts';

const first = { point: { latitude: -41.2866, longitude: 174.7756 }, address: '12 Rātā & Co' };
const second = { point: { latitude: -36.85, longitude: 174.76 }, address: 'Auckland' };

test.each([
  [{ first, second }, 'en'],
  [{ first, second: undefined }, 'en'],
  [{ first: { ...first, address: undefined }, second: { ...second, address: undefined } }, 'mi'],
] as const)('both points and their names are written to the address and read back', (comparison, language) => {
  const [pathname = '', search = ''] = comparisonPage(comparison, language).split('?');
  expect(parseComparison(pathname, search)).toEqual(comparison);
});

test('the address is short', () => {
  expect(comparisonPage({ first: { ...first, address: undefined }, second: undefined }, 'en')).toBe(
    '/compare/-41.2866/174.7756',
  );
  expect(comparisonPage({ first, second }, 'mi')).toBe(
    '/compare/-41.2866/174.7756?address=12+R%C4%81t%C4%81+%26+Co&with=-36.85%2C174.76&with-address=Auckland&lang=mi',
  );
});

test.each(['', '-36', '-36,', '91,174', 'a,b', '-36,174,1', '-36/174'])(
  'a second point %j is not chosen yet',
  (text) => {
    const read = parseComparison('/compare/-41/174', `?with=${text}`);
    expect(read).toEqual({
      first: { point: { latitude: -41, longitude: 174 }, address: undefined },
      second: undefined,
    });
  },
);

test.each(['/compare/-41', '/availability/-41/174', '/compare/x/174', '/compare/-41/174/'])(
  '%s is not the address of a comparison',
  (path) => {
    expect(parseComparison(path, '?with=-36,174')).toBeUndefined();
  },
);
