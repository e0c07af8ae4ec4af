import { describe, expect, test } from 'vitest';
import {
  type ApiKeyTerms,
  apiKeyPrefix,
  generateApiKey,
  hashApiKey,
  isApiKeyShape,
  isApiKeyUsable,
  isGeneratedKey,
  KEY_ALPHABET,
  keyCharacters,
  keyStateOf,
  searchedPrefix,
  soonMs,
} from './api-key.ts';

describe('N11: a generated key', () => {
  test('is watea, 34 characters of [A-Za-z0-9] and a check of six, different each time', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey());
    for (const key of keys) expect(key).toMatch(/^watea[A-Za-z0-9]{40}$/);
    expect(new Set(keys.map((key) => key.slice(5, 39))).size).toBe(200);
    expect(keys.every(isGeneratedKey)).toBe(true);
    expect(keys.every(isApiKeyShape)).toBe(true);
  });

  test.each([
    // their CRC-32 are 2,687,300,506 and 2,995,706,147
    ['A'.repeat(34), '2vrdcY'],
    ['9'.repeat(34), '3Gjg15'],
  ])('ends with the CRC-32 of %s in base 62', (random, check) => {
    const bytes = Uint8Array.from(random, (character) => KEY_ALPHABET.indexOf(character));
    expect(generateApiKey(() => bytes)).toBe(`watea${random}${check}`);
  });

  test('is found by its check: no other character, length or beginning has it', () => {
    const key = generateApiKey();
    const other = (character: string | undefined) => (character === 'A' ? 'B' : 'A');
    const changed = Array.from(key, (character, at) => key.slice(0, at) + other(character) + key.slice(at + 1));
    for (const text of [...changed, key.slice(0, -1), `${key}A`, '', 'watea']) expect(isGeneratedKey(text)).toBe(false);
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
    expect(asked).toEqual([34, 15]);
    expect(key.slice(5, 39)).toBe('A'.repeat(34));
  });
});

test('N11: only the SHA-256 and 6 characters of a key are stored: the first, or those after watea', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(apiKeyPrefix('Ab3dEfGhIjKlMnOpQrSt')).toBe('Ab3dEf');
  const key = generateApiKey();
  expect(apiKeyPrefix(key)).toBe(key.slice(5, 11));
  // an older key that happens to begin like a new one
  expect(apiKeyPrefix(`wateaAb3dEf${'x'.repeat(29)}`)).toBe('wateaA');
});

test.each([
  ['Ab3', 'Ab3'],
  ['watea', ''],
  ['wateaAb3', 'Ab3'],
  ['wateaAb3dEf', 'Ab3dEf'],
  ['wateaAb3dEfGh', 'wateaAb3dEfGh'],
])('a search for %s looks for keys with the prefix %j', (typed, prefix) => {
  expect(searchedPrefix(typed)).toBe(prefix);
});

test('a search for a whole key looks for its prefix', () => {
  const key = generateApiKey();
  expect(searchedPrefix(key)).toBe(key.slice(5, 11));
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

const now = 1_000_000;
test.each([
  ['never ends', null, null, 'works'],
  ['ends beyond 30 days', now + soonMs + 1, null, 'works'],
  ['ends in 30 days', now + soonMs, null, 'expiring'],
  ['ends in a millisecond', now + 1, null, 'expiring'],
  ['ends now', now, null, 'expired'],
  ['was revoked, whatever its end date', now + soonMs + 1, now, 'revoked'],
] as const)('a key that %s', (_what, expiresAt, revokedAt, state) => {
  expect(keyStateOf({ expiresAt, revokedAt }, now)).toBe(state);
});
