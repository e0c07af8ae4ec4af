import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { bumpGeneration, readGeneration } from './generation.ts';
import { snapshots } from './read-transaction.ts';

/** Turns that the test starts and ends itself. */
function ownTurns() {
  let ends: (() => void)[] | undefined;
  return {
    begin: () => {
      ends = [];
    },
    end: () => {
      for (const end of ends ?? []) end();
      ends = undefined;
    },
    atEnd: (end: () => void) => ends?.push(end) !== undefined,
  };
}

test('without turns each call sees the last commit, with a new number', () => {
  const { reader, writer } = freshDatabase();
  const inSnapshot = snapshots(reader);
  const read = () => inSnapshot((state) => ({ state, value: readGeneration(reader.db, 'keys').value }));
  expect(read()).toEqual({ state: 1, value: 0 });
  bumpGeneration(writer.db, 'keys', 1);
  expect(read()).toEqual({ state: 2, value: 1 });
});

test('the calls of one turn see one state; the next turn sees the last commit', () => {
  const { reader, writer } = freshDatabase();
  const turns = ownTurns();
  const inSnapshot = snapshots(reader, turns);
  const read = () => inSnapshot((state) => ({ state, value: readGeneration(reader.db, 'keys').value }));
  turns.begin();
  expect(read()).toEqual({ state: 1, value: 0 });
  bumpGeneration(writer.db, 'keys', 1);
  expect(read()).toEqual({ state: 1, value: 0 });
  turns.end();
  expect(reader.sqlite.inTransaction).toBe(false);
  turns.begin();
  expect(read()).toEqual({ state: 2, value: 1 });
  turns.end();
  bumpGeneration(writer.db, 'keys', 2);
  expect(read()).toEqual({ state: 3, value: 2 });
});

test('a call that fails leaves no transaction open, and the turn continues', () => {
  const { reader } = freshDatabase();
  const turns = ownTurns();
  const inSnapshot = snapshots(reader, turns);
  const fail = () =>
    inSnapshot(() => {
      throw new Error('broken');
    });
  expect(fail).toThrow('broken');
  expect(reader.sqlite.inTransaction).toBe(false);
  turns.begin();
  expect(fail).toThrow('broken');
  expect(inSnapshot((state) => state)).toBe(2);
  turns.end();
  expect(reader.sqlite.inTransaction).toBe(false);
});

test("a call inside a caller's transaction leaves it open", () => {
  const { reader } = freshDatabase();
  const inSnapshot = snapshots(reader);
  reader.sqlite.exec('BEGIN');
  expect(inSnapshot((state) => state)).toBe(1);
  expect(inSnapshot((state) => state)).toBe(2);
  expect(reader.sqlite.inTransaction).toBe(true);
  reader.sqlite.exec('COMMIT');
});
