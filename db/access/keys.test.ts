import { expect, test } from 'vitest';
import { deleteUser } from '#db/access/users.ts';
import type { Connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { findActiveKeys, hasKey, keyByHash, listKeys, revokeKey } from './keys.ts';

const text = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCd';
const other = `AbCdEf${'z'.repeat(34)}`;

function freshKeys() {
  const database = freshDatabase();
  const { db } = database.writer;
  const userId = requireUser(db, 'user@isp.example', 1);
  const add = (key: string, more: Partial<Parameters<typeof addKey>[1]> = {}) =>
    addKey(db, { userId, hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...more }, 10);
  return { database, db, userId, add };
}
const generationOf = ({ reader }: Connections) => readGeneration(reader.db, 'keys');

test('N11: a key is found by its hash, with its limits and expiry', () => {
  const { database, add } = freshKeys();
  const find = keyByHash(database.reader);
  expect(find(hashApiKey(text))).toBeUndefined();
  const plain = add(text);
  const limited = add(other, {
    expiresAt: 20,
    revokedAt: 15,
    perSecond: 3,
    perDay: 4,
    origins: ['https://isp.example', 'https://ō.example'],
    scopes: ['2.0', 'addresses'],
  });
  expect(find(hashApiKey(text))).toEqual({
    id: plain,
    prefix: 'AbCdEf',
    expiresAt: null,
    revokedAt: null,
    perSecond: null,
    perDay: null,
    origins: null,
    scopes: null,
  });
  expect(find(hashApiKey(other))).toEqual({
    id: limited,
    prefix: 'AbCdEf',
    expiresAt: 20,
    revokedAt: 15,
    perSecond: 3,
    perDay: 4,
    origins: ['https://isp.example', 'https://ō.example'],
    scopes: ['2.0', 'addresses'],
  });
  for (const wrong of [text, '', hashApiKey(text).toUpperCase(), `${hashApiKey(text)} `])
    expect(find(wrong)).toBeUndefined();
});

test('N11: the same key cannot be stored twice', () => {
  const { database, db, add } = freshKeys();
  add(text);
  const before = generationOf(database);
  const another = requireUser(db, 'another@isp.example', 1);
  expect(() => add(text)).toThrow(/UNIQUE/);
  expect(() => add(text, { userId: another })).toThrow(/UNIQUE/);
  expect(generationOf(database)).toEqual(before);
  expect([hasKey(db, hashApiKey(text)), hasKey(db, hashApiKey(other))]).toEqual([true, false]);
});

test('an email address identifies a user, whatever its case', () => {
  const { db, userId } = freshKeys();
  expect(requireUser(db, 'USER@isp.EXAMPLE', 2)).toBe(userId);
  expect(requireUser(db, 'user2@isp.example', 2)).not.toBe(userId);
});

test('N11: a revoked key keeps its row and the time, and is no longer active', () => {
  const { database, db, add } = freshKeys();
  const first = add(text);
  const second = add(other);
  expect(findActiveKeys(db, { prefix: 'AbCdEf' }).map(({ id }) => id)).toEqual([first, second]);
  revokeKey(db, first, 99);
  expect(keyByHash(database.reader)(hashApiKey(text))).toMatchObject({ id: first, revokedAt: 99 });
  expect(findActiveKeys(db, { prefix: 'AbCdEf' })).toEqual([
    { id: second, prefix: 'AbCdEf', user: 'user@isp.example', expiresAt: null },
  ]);
  expect(findActiveKeys(db, { id: first })).toEqual([]);
  expect(findActiveKeys(db, { id: second })).toHaveLength(1);
  expect(findActiveKeys(db, { prefix: 'abcdef' })).toEqual([]);
});

test('all keys are listed with their users, oldest first, without hashes', () => {
  const { database, db, add } = freshKeys();
  add(text, { label: 'map' });
  add(other, { userId: requireUser(db, 'b@isp.example', 1), expiresAt: 5 });
  const rows = listKeys(database.reader);
  expect(rows.map(({ user, label, expiresAt }) => [user, label, expiresAt])).toEqual([
    ['user@isp.example', 'map', null],
    ['b@isp.example', '', 5],
  ]);
  expect(JSON.stringify(rows)).not.toContain(hashApiKey(text));
});

test('N11: adding, revoking and removing keys change the generation, with their time', () => {
  const { database, db, userId, add } = freshKeys();
  const start = generationOf(database).value;
  const seen: number[][] = [];
  const step = (change: () => void) => {
    change();
    const { value, changedAt } = generationOf(database);
    seen.push([value - start, changedAt]);
  };
  step(() => add(text));
  step(() => revokeKey(db, 1, 20));
  step(() => deleteUser(db, userId, 30));
  expect(seen).toEqual([
    [1, 10],
    [2, 20],
    [3, 30],
  ]);
});

test('a user is deleted with all their keys and no others', () => {
  const { database, db, userId, add } = freshKeys();
  add(text);
  add(other, { userId: requireUser(db, 'b@isp.example', 1) });
  deleteUser(db, userId, 30);
  expect(listKeys(database.reader).map(({ user }) => user)).toEqual(['b@isp.example']);
  expect(keyByHash(database.reader)(hashApiKey(text))).toBeUndefined();
});
