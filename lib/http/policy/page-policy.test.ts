import { describe, expect, test } from 'vitest';
import { mayBeFramed, pagePolicy } from './page-policy.ts';

const page = { nonce: 'abc', isFramed: false, tileUrls: [] };

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe('images are loaded', () => {
  test.each([
    [[], "'self' data:"],
    [['https://tiles.example/{z}/{x}/{y}.png'], "'self' data: https://tiles.example"],
    [
      ['https://tiles.example/{z}/{x}/{y}', 'https://a.example/{z}/{x}/{y}'],
      "'self' data: https://tiles.example https://a.example",
    ],
    [['https://{s}.t.example/{z}/{x}/{y}'], "'self' data: https://a.t.example https://b.t.example https://c.t.example"],
  ])('from other servers of maps: %s from %s', (tileUrls, sources) => {
    expect(directive(pagePolicy({ ...page, tileUrls }), 'img-src')).toBe(sources);
  });
});

test('scripts are from this site or have the nonce of the answer', () => {
  const policy = pagePolicy(page);
  expect(directive(policy, 'script-src')).toBe("'self' 'nonce-abc'");
  expect(directive(policy, 'default-src')).toBe("'self'");
});

test('code is evaluated only in development', () => {
  const policy = pagePolicy({ ...page, isDevelopment: true });
  expect(directive(policy, 'script-src')).toBe("'self' 'nonce-abc' 'unsafe-eval'");
});

test('only pages made to be embedded may be framed', () => {
  expect(directive(pagePolicy(page), 'frame-ancestors')).toBe("'none'");
  expect(directive(pagePolicy({ ...page, isFramed: true }), 'frame-ancestors')).toBe('*');
});

test.each(['/embed', '/embed?lang=mi', '/embed/-41.28/174.77', '/embed/-41.28/174.77?address=a/b'])(
  '%s may be framed by every site',
  (url) => {
    expect(mayBeFramed(url)).toBe(true);
  },
);

test.each([
  '/',
  '/?embed',
  '/embedded',
  '/embed/',
  '/embed/../admin',
  '/embed/%2e%2e/admin/login',
  '/availability/-41.28/174.77',
  '/availability/-41.28/174.77?x=/embed',
  '/admin',
  '/admin/embed',
  '/EMBED',
])('%s may not be framed', (url) => {
  expect(mayBeFramed(url)).toBe(false);
});
