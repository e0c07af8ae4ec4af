import { describe, expect, test } from 'vitest';
import { publicPathAt } from '#lib/http/public-paths.ts';
import { addMissingHeaders, answerKindOf, securityHeaders } from './security-headers.ts';

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
