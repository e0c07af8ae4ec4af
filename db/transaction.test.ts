import { expect, test } from 'vitest';
import { listRegistrarNames } from '#db/access/registrars.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { transact } from './transaction.ts';

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
