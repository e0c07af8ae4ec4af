import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loggablePath } from './loggable-path.ts';

const key = 'TestKeyTestKeyTestKeyTestKeyTestKey00001';

test.each([
  ['/1.0/availability', '/1.0/availability'],
  ['/api/1.0/availability/yx/-41.2865432/174.7762345', '/api/1.0/availability/yx/-41.28/174.77'],
  ['/api/1.0/availability/yx/-41.28/174.7', '/api/1.0/availability/yx/-41.28/174.7'],
  ['/at/-41,28654;174,776', '/at/-41,28;174,77'],
  ['/at/%2D41%2E2865432', '/at/-41.28'],
  ['/at/41.286.7654.3', '/at/41.28.76.3'],
  [`/api/1.0/availability/yx/-41.28/174.77api_key=${key}`, '/api/1.0/availability/yx/-41.28/174.77api_key=…'],
  [`/${[...key].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')}`, '/…'],
  [`/${'a'.repeat(19)}/${'a'.repeat(20)}`, `/${'a'.repeat(19)}/…`],
  [`/${'a-'.repeat(300)}`, `/${'a-'.repeat(300)}`.slice(0, 300)],
  ['/api/2.0/availability/-41.2865432/174.7762345', '/api/2.0/availability/-41.28/174.77'],
  ['/api/2.0/availability/address/1-09x2k1a', '/api/2.0/availability/address/…'],
  ['/api/2.0/availability/%61ddress/1-09x2k1a', '/api/2.0/availability/address/…'],
  ['/.', '/.'],
])('B8, N12: %s is logged as %s', (path, logged) => {
  expect(loggablePath(path)).toBe(logged);
});

test('B8, N12: for any path the log contains nothing as long as a key and no third decimal', () => {
  const piece = fc.oneof(fc.constantFrom('.', ',', '/', '-', '%2e', '%', key), fc.stringMatching(/^[0-9]{0,9}$/));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const logged = loggablePath(`/${pieces.join('')}`);
      expect(logged).not.toMatch(/[.,]\d{3}|[A-Za-z0-9]{20}/);
      expect(logged.length).toBeLessThanOrEqual(300);
    }),
  );
});
