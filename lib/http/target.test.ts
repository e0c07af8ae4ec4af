import { describe, expect, test } from 'vitest';
import { apiSentence } from '#lib/words/api.ts';
import { apiRequestOf, parseTarget } from './target.ts';

describe('B4, B9: a target is read unchanged or refused', () => {
  test.each([
    ['/1.0/availability?string=watea', '/1.0/availability', '/1.0/availability?string=watea'],
    ['/1.0/availability?domains[]=a.nz&domains[]=b.nz', '/1.0/availability', undefined],
    ['/1.0/availability?domains%5B%5D=m%C4%81ori.nz', '/1.0/availability', undefined],
    ['/1.0/availability?string=a%2Fb%5Cc//d', '/1.0/availability', undefined],
    ['http://watea.example/1.0/droplist?x=1', '/1.0/droplist', '/1.0/droplist?x=1'],
    ['HTTPS://watea.example:8443', '/', '/'],
    ['http://watea.example?x=1', '/', '/?x=1'],
    ['/api/1.0/availability/yx/-41.2%2F3/174', '/api/1.0/availability/yx/-41.2%2F3/174', undefined],
    ['/1.0/%61vailability', '/1.0/%61vailability', undefined],
  ])('%s', (raw, path, url) => {
    expect(parseTarget(raw)).toEqual({ ok: true, path, url: url ?? raw });
  });

  test.each([
    ['/1.0/availability?string=%ZZ', '"%ZZ" is not a percent escape; write % as %25.'],
    ['/1.0/availability?string=100%', '"%" is not a percent escape; write % as %25.'],
    ['/1.0/availability?string=%4', '"%4" is not a percent escape; write % as %25.'],
    ['/1.0/availability?string=%FF', '"%FF" is not UTF-8 in percent escapes.'],
    ['/1.0/availability?string=%C4', '"%C4" is not UTF-8 in percent escapes.'],
    ['/1.0/availability?string=%ED%A0%80', '"%ED%A0%80" is not UTF-8 in percent escapes.'],
    ['/1.0/availability?string=%C0%AF', '"%C0%AF" is not UTF-8 in percent escapes.'],
    ['/1.0/availability?string=a%00b', 'The request must not contain a NUL (%00).'],
    ['//1.0/availability', 'The path must not contain an empty segment ("//").'],
    ['/1.0//availability', 'The path must not contain an empty segment ("//").'],
    ['/1.0\\availability', 'The request target must not contain a backslash; write %5C.'],
    ['/1.0/./availability', 'The path must not contain "." or ".." segments.'],
    ['/1.0/../api', 'The path must not contain "." or ".." segments.'],
    ['/1.0/%2E%2e/api', 'The path must not contain "." or ".." segments.'],
    ['/1.0/availability#top', 'The request target must not contain "#".'],
    ['*', 'The request target must begin with a slash.'],
    ['watea.example:443', 'The request target must begin with a slash.'],
    ['', 'The request target must begin with a slash.'],
  ])('%s is refused', (raw, sentence) => {
    const target = parseTarget(raw);
    expect(target.ok ? undefined : apiSentence(target.reason)).toBe(sentence);
  });

  test('a refused target still has its path, which shows the API', () => {
    expect(parseTarget('/1.0/availability?string=%ZZ').path).toBe('/1.0/availability');
  });
});

test.each([
  ['http://localhost/kea?a=/b', '/kea', 'a=/b'],
  ['http://localhost/', '/', ''],
  ['http://localhost:3000/kea/%2F/x', '/kea/%2F/x', ''],
  ['http://localhost/kea??', '/kea', '?'],
])('the path of %s is %s and its query %s, not decoded', (url, path, query) => {
  expect(apiRequestOf(new Request(url))).toMatchObject({ method: 'GET', path, query });
});
