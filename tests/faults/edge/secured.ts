import { expect } from 'vitest';

/** The headers of every answer of a server whose `BASE_URL` is https (B13); which values differ is up to the test. */
export function expectSecured(headers: Readonly<Record<string, string>>): void {
  expect(headers['content-security-policy']).toMatch(/default-src '(?:none|self)'.*frame-ancestors (?:'none'|\*)$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-resource-policy']).toMatch(/^(?:cross|same)-origin$/);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toContain('geolocation=(');
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
}
