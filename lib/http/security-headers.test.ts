import { describe, expect, test } from 'vitest';
import { publicPathAt } from '#lib/http/public-paths.ts';
import { addMissingHeaders, answerKindOf, mayBeFramed, pagePolicy, securityHeaders } from './security-headers.ts';

describe('B13: the kind of the answers at a path', () => {
  test.each([
    ['/1.0/availability', 'open'],
    ['/1.0/nothing', 'open'],
    ['/1%2E0/droplist', 'open'],
    ['/api/1.0/availability/yx/-41/174', 'open'],
    ['/tiles/1/2/3/4.png', 'open'],
    ['/preview/-41/174.png', 'open'],
    ['/preview/zz', 'open'],
    ['/places', 'own'],
    ['/reports', 'own'],
    ['/_next/static/chunks/a.js', 'own'],
    ['/', 'page'],
    ['/admin/uploads', 'page'],
    ['/embed', 'embed'],
    ['/embed/-41/174', 'embed'],
    ['/embedded', 'page'],
  ])('%s: %s', (path, kind) => {
    expect(answerKindOf(publicPathAt(path), path)).toBe(kind);
  });

  test('only embedded pages may be framed, and only a site of https is kept to https', () => {
    for (const [kind, headers] of Object.entries(securityHeaders('http://watea.example'))) {
      const policy = headers[headers.indexOf('Content-Security-Policy') + 1];
      expect(policy).toContain(`frame-ancestors ${kind === 'embed' ? '*' : "'none'"}`);
      expect(headers).not.toContain('Strict-Transport-Security');
    }
    for (const headers of Object.values(securityHeaders('https://watea.example'))) {
      expect(headers.slice(-2)).toEqual(['Strict-Transport-Security', 'max-age=31536000']);
    }
  });
});

test('a header that an answer has of its own stays, in any case of its name', () => {
  const headers = ['content-security-policy', "default-src 'self'", 'ETag', '"a"'];
  addMissingHeaders(headers, ['Content-Security-Policy', "default-src 'none'", 'X-Content-Type-Options', 'nosniff']);
  expect(headers.slice(4)).toEqual(['X-Content-Type-Options', 'nosniff']);
});

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
