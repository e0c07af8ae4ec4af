import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { type Connection, openWriter } from './client.ts';
import { writePaced } from './paced-write.ts';

function inserting({ sqlite }: Connection) {
  const insert = sqlite.prepare("INSERT INTO listed_name VALUES (?, 'Reserved', '')");
  return (item: number) => {
    insert.run(`name-${item}.nz`);
  };
}
const countOf = ({ sqlite }: Connection) => sqlite.prepare('SELECT count(*) FROM listed_name').pluck().get();
const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

/** A clock that goes on by 3 ms with each item, so that chunks, which take 8 ms, end with every third item. */
function clockOfItems() {
  let nowMs = 0;
  return {
    clock: () => nowMs,
    countItem: () => {
      nowMs += 3;
    },
  };
}

test('everything is written in order and counted', async () => {
  const { writer, reader } = freshDatabase();
  const order: number[] = [];
  const insert = inserting(writer);
  const written = await writePaced(
    writer,
    numbers(2500),
    (item) => {
      order.push(item);
      insert(item);
    },
    { exclusive: true },
  );
  expect([written, countOf(reader)]).toEqual([2500, 2500]);
  expect(order).toEqual(numbers(2500));
});

test('without items no transaction is opened', async () => {
  const { writer } = freshDatabase();
  const other = openWriter(writer.sqlite.name);
  other.sqlite.exec('BEGIN IMMEDIATE');
  expect(await writePaced(writer, [], () => {})).toBe(0);
  other.sqlite.exec('ROLLBACK');
  other.sqlite.close();
});

test('items may come from a slow source, which is awaited without the lock', async () => {
  const { writer, reader } = freshDatabase();
  const held: boolean[] = [];
  async function* slowItems() {
    for (const item of numbers(1500)) {
      held.push(writer.sqlite.inTransaction);
      if (item % 500 === 0) await nextTurn();
      yield item;
    }
  }
  expect(await writePaced(writer, slowItems(), inserting(writer), { exclusive: true })).toBe(1500);
  expect(countOf(reader)).toBe(1500);
  expect(held).not.toContain(true);
});

test('another writer gets the lock between two chunks, without waiting for the end', async () => {
  const { writer, reader } = freshDatabase();
  const other = openWriter(writer.sqlite.name);
  other.sqlite.pragma('busy_timeout = 0');
  const chunks: number[] = [];
  const seen: unknown[] = [];
  const { clock, countItem } = clockOfItems();
  const insert = inserting(writer);
  const onProgress = (written: number) => {
    chunks.push(written);
    // between chunks the lock is free: without a timeout this would throw during a chunk
    setImmediate(() => {
      other.sqlite.exec(`INSERT INTO missing_name (name, since_run) VALUES ('other-${seen.length}.nz', 1)`);
      seen.push(countOf(reader));
    });
  };
  const write = (item: number) => {
    insert(item);
    countItem();
  };
  await writePaced(writer, numbers(20), write, { onProgress }, clock);
  await nextTurn();
  other.sqlite.close();
  expect(countOf(reader)).toBe(20);
  expect(chunks).toEqual([3, 6, 9, 12, 15, 18, 20]);
  // the other writer wrote after each of them, and saw complete chunks only
  expect(seen).toEqual(chunks);
});

test('an error rolls its chunk back, keeps the earlier ones, and leaves no transaction open', async () => {
  const { writer, reader } = freshDatabase();
  const { clock, countItem } = clockOfItems();
  const insert = inserting(writer);
  const write = (item: number) => {
    insert(item);
    countItem();
    if (item === 10) throw new Error('item 10 is bad');
  };
  await expect(writePaced(writer, numbers(20), write, {}, clock)).rejects.toThrow('item 10 is bad');
  expect(countOf(reader)).toBe(9);
  expect(writer.sqlite.inTransaction).toBe(false);
});

test('an error of the source stops the writing; items collected before it are not written', async () => {
  const { writer, reader } = freshDatabase();
  function* breaking() {
    yield 1;
    throw new Error('the file ends too soon');
  }
  await expect(writePaced(writer, breaking(), inserting(writer))).rejects.toThrow('the file ends too soon');
  expect(countOf(reader)).toBe(0);
  expect(writer.sqlite.inTransaction).toBe(false);
});
