import { describe, expect, test } from 'vitest';
import {
  type ApiKeyTerms,
  apiKeyPrefix,
  generateApiKey,
  hashApiKey,
  isApiKeyShape,
  isApiKeyUsable,
  KEY_ALPHABET,
  keyCharacters,
} from './api-key.ts';

describe('N11: a generated key', () => {
  test('is 40 characters of [A-Za-z0-9], different each time', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey());
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(new Set(keys).size).toBe(200);
  });

  test('has every character equally likely: 4 of the 256 bytes map to each, and 8 to none', () => {
    const perCharacter = new Map<string, number>();
    for (const character of keyCharacters(Uint8Array.from({ length: 256 }, (_, byte) => byte))) {
      perCharacter.set(character, (perCharacter.get(character) ?? 0) + 1);
    }
    expect([...perCharacter.keys()].sort().join('')).toBe([...KEY_ALPHABET].sort().join(''));
    expect(new Set(perCharacter.values())).toEqual(new Set([4]));
  });

  test('reads more bytes when some map to no character', () => {
    const asked: number[] = [];
    const key = generateApiKey((size) => {
      asked.push(size);
      return new Uint8Array(size).fill(0).fill(255, 0, asked.length === 1 ? 15 : 0);
    });
    expect(asked).toEqual([40, 15]);
    expect(key).toBe('A'.repeat(40));
  });
});

test('N11: only the SHA-256 and the first 6 characters of a key are stored', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(apiKeyPrefix('Ab3dEfGhIjKlMnOpQrSt')).toBe('Ab3dEf');
});

test.each([
  ['a'.repeat(20), true],
  ['Z9'.repeat(32), true],
  ['a'.repeat(19), false],
  ['a'.repeat(65), false],
  ['', false],
  [`${'a'.repeat(20)}\n`, false],
  [` ${'a'.repeat(20)}`, false],
  [`${'a'.repeat(20)}-`, false],
  [`${'a'.repeat(20)}ā`, false],
  ['٣'.repeat(20), false],
])('N11: %j has the shape of a key: %s', (text, expected) => {
  expect(isApiKeyShape(text)).toBe(expected);
});

describe('N1: whether a key may be used', () => {
  const NOW = Date.UTC(2026, 6, 15);
  const plain: ApiKeyTerms = { revokedAt: null, expiresAt: null, origins: [] };
  const bound: ApiKeyTerms = { ...plain, origins: ['https://example.nz', 'http://localhost:8080'] };
  test.each<[string, ApiKeyTerms | undefined, string | undefined, boolean]>([
    ['unknown', undefined, undefined, false],
    ['plain', plain, undefined, true],
    ['plain, from a web page', plain, 'https://anything.example', true],
    ['revoked', { ...plain, revokedAt: NOW - 1 }, undefined, false],
    ['revoked at a recorded time that the clock has not reached', { ...plain, revokedAt: NOW + 1 }, undefined, false],
    ['expires a millisecond later', { ...plain, expiresAt: NOW + 1 }, undefined, true],
    ['expires now', { ...plain, expiresAt: NOW }, undefined, false],
    ['expired', { ...plain, expiresAt: NOW - 1 }, undefined, false],
    ['from its own origin', bound, 'https://example.nz', true],
    ['from its other origin', bound, 'http://localhost:8080', true],
    ['from no origin', bound, undefined, false],
    ['from an empty origin', bound, '', false],
    ['from the null origin', bound, 'null', false],
    ['from a foreign origin', bound, 'https://example.com', false],
    ['from another scheme', bound, 'http://example.nz', false],
    ['from another port', bound, 'https://example.nz:8443', false],
    ['from a sub-domain', bound, 'https://www.example.nz', false],
    ['from a longer name', bound, 'https://example.nz.evil.example', false],
    ['from two origins', bound, 'https://example.nz, https://example.nz', false],
    ['revoked, from its own origin', { ...bound, revokedAt: NOW }, 'https://example.nz', false],
    ['expired, from its own origin', { ...bound, expiresAt: NOW }, 'https://example.nz', false],
  ])('%s', (_case, terms, origin, expected) => {
    expect(isApiKeyUsable(terms, { origin, nowMs: NOW })).toBe(expected);
  });
});
