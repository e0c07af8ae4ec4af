import { expect, test } from 'vitest';
import { comparisonPage, embedSnippet, parseComparison, parsePermalink, permalinkOf } from './permalink.ts';

const point = { latitude: -41.2865461, longitude: 174.7762389 };

test('an address contains the point, the text that found it and the language', () => {
  expect(permalinkOf({ point, address: undefined }, 'en')).toBe('/availability/-41.2865461/174.7762389');
  expect(permalinkOf({ point, address: '12 Rātā & Co' }, 'mi')).toBe(
    '/availability/-41.2865461/174.7762389?address=12+R%C4%81t%C4%81+%26+Co&lang=mi',
  );
});

test.each(['12 Rātā Street, Naenae', '100% <b>', undefined])('%s is read back', (address) => {
  const [pathname = '', search = ''] = permalinkOf({ point, address }, 'mi').split('?');
  expect(parsePermalink(pathname, search)).toEqual({ point, address });
});

test('any number of decimals is accepted; a longitude past the date line is wrapped', () => {
  expect(parsePermalink('/availability/-41.28654609999999/174', '')?.point).toEqual({
    latitude: -41.2865461,
    longitude: 174,
  });
  expect(parsePermalink('/availability/-43.9/183.5', '')?.point).toEqual({ latitude: -43.9, longitude: -176.5 });
});

test('a text from outside is cleaned and cut', () => {
  expect(parsePermalink('/availability/1/2', '?address=%E2%80%AEgnp.exe%0A')?.address).toBe('gnp.exe');
  expect(parsePermalink('/availability/1/2', `?address=${'a'.repeat(300)}`)?.address).toHaveLength(200);
  expect(parsePermalink('/availability/1/2', '?address=%20')?.address).toBeUndefined();
});

test.each([
  '/',
  '/availability/1',
  '/availability/1e3/2',
  '/availability/x/y',
  '/availability/91/2',
  '/availability/1/2/',
])('%s is not the address of an answer', (pathname) => {
  expect(parsePermalink(pathname, '')).toBeUndefined();
});

test('the embedded page has the same address', () => {
  expect(permalinkOf({ point, address: 'Naenae' }, 'mi', 'embed')).toBe(
    '/embed/-41.2865461/174.7762389?address=Naenae&lang=mi',
  );
  expect(parsePermalink('/embed/-41.2865461/174.7762389', '?address=Naenae')).toEqual({ point, address: 'Naenae' });
});

test('any address and title are escaped', () => {
  const snippet = embedSnippet('https://watea.example/embed/-41/174?address="><script>&lang=mi', 'At "A" & <b>');
  expect(snippet).toContain('src="https://watea.example/embed/-41/174?address=&quot;&gt;&lt;script&gt;&amp;lang=mi"');
  expect(snippet).toContain('title="At &quot;A&quot; &amp; &lt;b&gt;"');
  expect(snippet.match(/[<>]/g)).toHaveLength(4);
});

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
