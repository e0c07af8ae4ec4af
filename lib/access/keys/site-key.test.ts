import { describe, expect, test } from 'vitest';
import { isOwnPageRequest, SiteKey } from './site-key.ts';

const secret = new Uint8Array(32).fill(7);
const days = { today: '2026-07-15', yesterday: '2026-07-14' };

describe("N11: the map's own key", () => {
  test('is 40 characters of [A-Za-z0-9], the same in every process with the same secret', () => {
    const key = new SiteKey(secret).of('2026-07-15');
    expect(key).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(new SiteKey(new Uint8Array(secret)).of('2026-07-15')).toBe(key);
  });

  test('differs by day and by secret', () => {
    const keys = ['2026-07-14', '2026-07-15', '2026-07-16'].flatMap((day) => [
      new SiteKey(secret).of(day),
      new SiteKey(new Uint8Array(32)).of(day),
    ]);
    expect(new Set(keys).size).toBe(6);
  });

  test.each([
    ['2026-07-15', true],
    ['2026-07-14', true],
    ['2026-07-13', false],
    ['2026-07-16', false],
  ])('of %s is valid on 2026-07-15: %s', (day, expected) => {
    expect(new SiteKey(secret).matches(new SiteKey(secret).of(day), days)).toBe(expected);
  });

  test.each([
    ['', (_key: string) => ''],
    ['cut', (key: string) => key.slice(0, 39)],
    ['longer', (key: string) => `${key}A`],
    ['with another last character', (key: string) => key.slice(0, 39) + (key.endsWith('A') ? 'B' : 'A')],
    ['with another first character', (key: string) => (key.startsWith('A') ? 'B' : 'A') + key.slice(1)],
    ['in the other case', (key: string) => key.toLowerCase()],
    ['40 characters of two bytes', (_key: string) => 'ā'.repeat(40)],
    ['40 bytes in 20 characters', (_key: string) => 'ā'.repeat(20)],
  ])('is refused: %s', (_case, change) => {
    const siteKey = new SiteKey(secret);
    expect(siteKey.matches(change(siteKey.of('2026-07-15')), days)).toBe(false);
  });

  test('stays the same after many other days were requested', () => {
    const siteKey = new SiteKey(secret);
    for (let day = 10; day < 30; day++) siteKey.of(`2026-06-${day}`);
    expect(siteKey.matches(new SiteKey(secret).of('2026-07-15'), days)).toBe(true);
  });
});

const site = 'https://watea.example';
test.each<[string | undefined, string | undefined, string, boolean]>([
  ['same-origin', undefined, site, true],
  ['same-origin', 'https://evil.example/', site, true],
  ['same-site', `${site}/`, site, false],
  ['cross-site', `${site}/`, site, false],
  ['none', `${site}/`, site, false],
  ['', `${site}/`, site, false],
  ['Same-Origin', `${site}/`, site, false],
  ['same-origin, same-origin', `${site}/`, site, false],
  [undefined, undefined, site, false],
  [undefined, '', site, false],
  [undefined, `${site}/`, site, true],
  [undefined, `${site}/availability/-41/174?address=x`, site, true],
  [undefined, 'HTTPS://WATEA.EXAMPLE/', site, true],
  [undefined, 'https://watea.example:443/', site, true],
  [undefined, 'https://watea.example:8443/', site, false],
  [undefined, 'http://watea.example/', site, false],
  [undefined, 'https://watea.example.evil.example/', site, false],
  [undefined, 'https://evil.example/https://watea.example/', site, false],
  [undefined, 'https://watea.example@evil.example/', site, false],
  [undefined, 'https://www.watea.example/', site, false],
  [undefined, 'blob:https://watea.example/1', site, false],
  [undefined, 'null', site, false],
  [undefined, 'about:client', site, false],
  [undefined, 'http://', site, false],
  [undefined, 'http://192.168.1.5:3000/', 'http://192.168.1.5:3000', true],
  [undefined, 'http://192.168.1.6:3000/', 'http://192.168.1.5:3000', false],
])(
  'the site key is accepted with Sec-Fetch-Site %j, Referer %j at %s: %s',
  (secFetchSite, referer, origin, expected) => {
    expect(isOwnPageRequest({ secFetchSite, referer }, origin)).toBe(expected);
  },
);
