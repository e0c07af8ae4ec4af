import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { bumpGeneration, GenerationCache, readGeneration, setGeneration } from './generation.ts';

test('a new database has every subject at 0, and no unknown subject', () => {
  const { reader } = freshDatabase();
  for (const subject of ['register', 'allowlist', 'keys', 'coverage', 'technologies'] as const) {
    expect(readGeneration(reader.db, subject)).toEqual({ value: 0, changedAt: 0 });
  }
  expect(() => readGeneration(reader.db, 'weather' as 'keys')).toThrow('The database has no generation of weather.');
});

test('a generation is increased or set, and others keep their value', () => {
  const { writer, reader } = freshDatabase();
  bumpGeneration(writer.db, 'keys', 5);
  bumpGeneration(writer.db, 'keys', 4);
  setGeneration(writer.db, 'coverage', 17, 6);
  expect(readGeneration(reader.db, 'keys')).toEqual({ value: 2, changedAt: 4 });
  expect(readGeneration(reader.db, 'coverage')).toEqual({ value: 17, changedAt: 6 });
  expect(readGeneration(reader.db, 'allowlist')).toEqual({ value: 0, changedAt: 0 });
});

test('a cached value is built once per generation of its subject, whatever else is written', () => {
  const { writer, reader } = freshDatabase();
  let built = 0;
  const cached = new GenerationCache('keys', () => ++built);
  expect([cached.get(reader), cached.get(reader)]).toEqual([1, 1]);
  bumpGeneration(writer.db, 'allowlist', 1);
  writer.sqlite.exec("INSERT INTO listed_name VALUES ('a.nz', 'Reserved', '')");
  letCachesCheck();
  expect(cached.get(reader)).toBe(1);
});

test('R11, N11: a cached value is rebuilt 50 ms after its last check and not sooner, from the new generation', () => {
  const { writer, reader } = freshDatabase();
  letCachesCheck();
  const cached = new GenerationCache('keys', (_connection, generation) => generation);
  expect(cached.get(reader)).toEqual({ value: 0, changedAt: 0 });
  bumpGeneration(writer.db, 'keys', 7);
  expect(cached.get(reader)).toEqual({ value: 0, changedAt: 0 });
  letCachesCheck();
  expect(cached.get(reader)).toEqual({ value: 1, changedAt: 7 });
});

test('setting a generation to its current value at another instant counts as a change', () => {
  const { writer, reader } = freshDatabase();
  const cached = new GenerationCache('coverage', (_connection, { changedAt }) => changedAt);
  setGeneration(writer.db, 'coverage', 3, 1);
  expect(cached.get(reader)).toBe(1);
  setGeneration(writer.db, 'coverage', 3, 2);
  letCachesCheck();
  expect(cached.get(reader)).toBe(2);
});

test('several cached values of one connection each follow their own subject', () => {
  const { writer, reader } = freshDatabase();
  const keys = new GenerationCache('keys', (_connection, { value }) => `keys ${value}`);
  const allowlist = new GenerationCache('allowlist', (_connection, { value }) => `allowlist ${value}`);
  expect([keys.get(reader), allowlist.get(reader)]).toEqual(['keys 0', 'allowlist 0']);
  bumpGeneration(writer.db, 'keys', 1);
  bumpGeneration(writer.db, 'allowlist', 1);
  bumpGeneration(writer.db, 'allowlist', 1);
  letCachesCheck();
  expect([allowlist.get(reader), keys.get(reader)]).toEqual(['allowlist 2', 'keys 1']);
});

test('a value that could not be built is tried again, and the old one is not returned meanwhile', () => {
  const { writer, reader } = freshDatabase();
  let isBroken = false;
  const cached = new GenerationCache('allowlist', (_connection, { value }) => {
    if (isBroken) throw new Error('broken');
    return value;
  });
  expect(cached.get(reader)).toBe(0);
  bumpGeneration(writer.db, 'allowlist', 1);
  letCachesCheck();
  isBroken = true;
  expect(() => cached.get(reader)).toThrow('broken');
  expect(() => cached.get(reader)).toThrow('broken');
  isBroken = false;
  expect(cached.get(reader)).toBe(1);
});

test('a change that was rolled back is never visible', () => {
  const { writer, reader } = freshDatabase();
  const cached = new GenerationCache('keys', (_connection, { value }) => value);
  cached.get(reader);
  writer.sqlite.exec('BEGIN IMMEDIATE');
  bumpGeneration(writer.db, 'keys', 1);
  letCachesCheck();
  expect(cached.get(reader)).toBe(0);
  writer.sqlite.exec('ROLLBACK');
  letCachesCheck();
  expect(cached.get(reader)).toBe(0);
});

test('a value is built from the generation that its rows have, though another cache of the connection saw an older one', () => {
  const { writer, reader } = freshDatabase();
  letCachesCheck();
  new GenerationCache('coverage', () => 0).get(reader);
  setGeneration(writer.db, 'coverage', 2, 7);
  const late = new GenerationCache('coverage', (_connection, { value }) => value);
  expect(late.get(reader)).toBe(2);
});
