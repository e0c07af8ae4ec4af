import { expect, test } from 'vitest';
import { askedLanguage, inLanguage, languageOfTarget, preferredLanguage } from './language.ts';

test.each([
  ['/', 'en'],
  ['/?lang=mi', 'mi'],
  ['/?lang=en', 'en'],
  ['/?lang=fr', 'en'],
  ['/?slang=mi', 'en'],
  ['/availability/-41.28/174.77?address=x%20y&lang=mi', 'mi'],
])('the page %s is in %s', (target, language) => {
  expect(languageOfTarget(target)).toBe(language);
});

test('an unsupported language in an address is ignored', () => {
  expect(askedLanguage('/?lang=fr')).toBeUndefined();
});

test.each([
  [undefined, undefined, 'en'],
  [undefined, 'mi', 'mi'],
  [undefined, 'mi-NZ,en;q=0.8', 'mi'],
  [undefined, 'en-NZ,mi;q=0.9', 'en'],
  [undefined, 'fr,mi;q=0.3,en;q=0.2', 'mi'],
  [undefined, 'mi;q=0,en', 'en'],
  [undefined, 'xx', 'en'],
  ['lang=mi', 'en', 'mi'],
  ['other=1; lang=en', 'mi', 'en'],
  ['slang=mi', 'en', 'en'],
  ['lang=mix', 'en', 'en'],
] as const)('cookie %s and browser %s prefer %s', (cookie, browser, language) => {
  expect(preferredLanguage(cookie, browser)).toBe(language);
});

test.each([
  ['/', '/?lang=mi'],
  ['/availability/1/2?address=a', '/availability/1/2?address=a&lang=mi'],
  ['/#z=5', '/?lang=mi#z=5'],
])('%s in te reo Māori is %s', (path, address) => {
  expect(inLanguage(path, 'mi')).toBe(address);
  expect(inLanguage(path, 'en')).toBe(path);
});
