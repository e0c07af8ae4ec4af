import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listRegistrarNames } from '#db/access/registrars.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { type Connection, openWriter } from './client.ts';
import { bumpGeneration, readGeneration } from './generation.ts';
import { commit, snapshots, transact, tryToTransact } from './transaction.ts';

const insert = (name: string) => `INSERT INTO registrar (name, created_at) VALUES ('${name}', 0)`;

test('transactions of a connection run one after the other, in order', async () => {
  const { writer, reader } = freshDatabase();
  const order: string[] = [];
  const note = (name: string) => () => {
    order.push(name);
    writer.sqlite.exec(insert(name));
    return name;
  };
  const given = await Promise.all(['a', 'b', 'c'].map((name) => transact(writer, note(name))));
  expect(given).toEqual(['a', 'b', 'c']);
  expect(order).toEqual(['a', 'b', 'c']);
  expect(listRegistrarNames(reader).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('an error rolls the whole transaction back, and does not block the next one', async () => {
  const { writer, reader } = freshDatabase();
  const failing = transact(writer, () => {
    writer.sqlite.exec(insert('undone'));
    throw new Error('No.');
  });
  const following = transact(writer, () => void writer.sqlite.exec(insert('kept')));
  await expect(failing).rejects.toThrow('No.');
  await following;
  expect(listRegistrarNames(reader).map(({ name }) => name)).toEqual(['kept']);
});

/** Another connection to the same database, as a server has one. */
function yieldingWriter(lockPatienceMs: number) {
  const { writer: other } = freshDatabase();
  const writer = openWriter(other.sqlite.name, { wait: 'yielding', lockPatienceMs });
  onTestFinished(() => void writer.sqlite.close());
  return { other: other.sqlite, writer };
}

test('while another process has the write lock the event loop goes on, and the transactions follow in order', async () => {
  const { other, writer } = yieldingWriter(60_000);
  expect(writer.sqlite.pragma('busy_timeout', { simple: true })).toBe(0);
  other.exec('BEGIN IMMEDIATE');
  const waiting = ['a', 'b'].map((name) => transact(writer, () => void writer.sqlite.exec(insert(name))));
  expect(tryToTransact(writer, () => void writer.sqlite.exec(insert('left out')))).toBe(false);
  for (let turns = 0; turns < 20; turns++) await nextTurn();
  expect(listRegistrarNames(writer)).toEqual([]);
  other.exec('ROLLBACK');
  await Promise.all(waiting);
  expect(listRegistrarNames(writer).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a transaction gives up when its patience ends, which counts from the call', async () => {
  const { other, writer } = yieldingWriter(300);
  other.exec('BEGIN IMMEDIATE');
  const later = openWriter(other.name, { wait: 'yielding', lockPatienceMs: 300 });
  onTestFinished(() => void later.sqlite.close());
  const ended: string[] = [];
  const waits = async (connection: Connection, name: string) => {
    const never = transact(connection, () => void connection.sqlite.exec(insert(name)));
    await expect(never).rejects.toMatchObject({ reason: { code: 'database-busy' } });
    ended.push(name);
  };
  const first = waits(writer, 'a');
  const others = ['b', 'c'].map((name) => waits(writer, name));
  // one that is called when the first gives up outlasts the others, whose turn begins only then
  await Promise.all([first.then(() => waits(later, 'called later')), ...others]);
  expect(ended).toEqual(['a', 'b', 'c', 'called later']);
  other.exec('ROLLBACK');
  await transact(writer, () => void writer.sqlite.exec(insert('later')));
  expect(listRegistrarNames(writer).map(({ name }) => name)).toEqual(['later']);
});

test('a database that takes nothing is a refusal that says why, and nothing stays half-written', async () => {
  const { writer } = freshDatabase();
  const folder = dirname(writer.sqlite.name);
  writer.sqlite.pragma('query_only = ON');
  const write = () => transact(writer, () => void writer.sqlite.exec(insert('never')));
  await expect(write()).rejects.toMatchObject({ reason: { code: 'disk-read-only', folder } });
  writer.sqlite.pragma('query_only = OFF');
  writer.sqlite.pragma(`max_page_count = ${writer.sqlite.pragma('page_count', { simple: true })}`);
  const many = transact(writer, () => {
    for (let n = 0; n < 10_000; n++) writer.sqlite.exec(insert(`never ${n}`));
  });
  await expect(many).rejects.toMatchObject({ reason: { code: 'disk-full', folder, free: expect.any(Number) } });
  expect(listRegistrarNames(writer)).toEqual([]);
});

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
