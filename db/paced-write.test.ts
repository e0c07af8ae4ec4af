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

/** Takes as long as a slow statement, so that chunks end in the same places on any machine. */
function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
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
      if (item % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
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
  const insert = inserting(writer);
  const paced = writePaced(
    writer,
    numbers(20),
    (item) => {
      insert(item);
      blockFor(3);
    },
    { onProgress: (written) => chunks.push(written) },
  );
  const interval = setInterval(() => {
    // between chunks the lock is free: without a timeout this would throw during a chunk
    if (writer.sqlite.inTransaction) return;
    other.sqlite.exec(`INSERT INTO missing_name (name, since_run) VALUES ('other-${seen.length}.nz', 1)`);
    seen.push(countOf(reader));
  }, 2);
  await paced;
  clearInterval(interval);
  other.sqlite.close();
  expect(countOf(reader)).toBe(20);
  // 3 ms per item: never more than 3 before the lock is released after 8 ms
  expect(chunks.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...chunks.map((written, place) => written - (chunks[place - 1] ?? 0)))).toBeLessThanOrEqual(3);
  expect(chunks.at(-1)).toBe(20);
  // the other writer wrote in between, and saw complete chunks only
  const partial = seen.filter((count) => count !== 0 && count !== 20);
  expect(partial.length).toBeGreaterThan(0);
  for (const count of partial) expect(chunks).toContain(count);
});

test('an error rolls its chunk back, keeps the earlier ones, and leaves no transaction open', async () => {
  const { writer, reader } = freshDatabase();
  const insert = inserting(writer);
  let committed = 0;
  const paced = writePaced(
    writer,
    numbers(20),
    (item) => {
      insert(item);
      blockFor(3);
      if (item === 10) throw new Error('item 10 is bad');
    },
    {
      onProgress: (written) => {
        committed = written;
      },
    },
  );
  await expect(paced).rejects.toThrow('item 10 is bad');
  expect(committed).toBeGreaterThan(0);
  expect(committed).toBeLessThanOrEqual(10);
  expect(countOf(reader)).toBe(committed);
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
