import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { commit } from './commit.ts';

test('a commit survives a power cut unless it says otherwise, also after one that did', () => {
  const { writer } = freshDatabase();
  const level = () => writer.sqlite.pragma('synchronous', { simple: true });
  const full = 2;
  const normal = 1;
  expect(level()).toBe(full);
  expect(commit(writer, level, 'kill')).toBe(normal);
  expect(commit(writer, level, 'power cut')).toBe(full);
  const fail = () => {
    throw new Error('rolled back');
  };
  expect(() => commit(writer, fail, 'kill')).toThrow('rolled back');
  expect(level()).toBe(full);
});
