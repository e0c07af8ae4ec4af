import { expect, test } from 'vitest';
import { z } from 'zod';
import { insertRegistrar, listRegistrarNames } from '#db/access/registrars.ts';
import { requiredLine } from '#lib/fields.ts';
import { Refusal } from '#lib/refusal.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { byCommandLine } from '#tests/support/staff/people.ts';
import { change, preparedChange } from './change.ts';

const input = z.object({ name: requiredLine(10) });
const namesIn = ({ reader }: ReturnType<typeof freshDatabase>) => listRegistrarNames(reader).map(({ name }) => name);

test('a change is refused at its fields before it waits for its turn', async () => {
  const database = freshDatabase();
  const add = change(input, (db, { name }, { nowMs }) => insertRegistrar(db, { name, perSecond: null }, nowMs));
  const { faults } = await rejectionOf(add(database.writer, { name: '' }, byCommandLine));
  expect(faults).toEqual([{ where: { field: 'name' }, reason: { code: 'required' } }]);
  await add(database.writer, { name: ' Isp ' }, byCommandLine);
  expect(namesIn(database)).toEqual(['Isp']);
});

test('a prepared change does its slow part outside the transaction, and nothing if that part is refused', async () => {
  const database = freshDatabase();
  const steps: string[] = [];
  const add = preparedChange(
    input,
    async (writer, { name }) => {
      steps.push(`prepares in a transaction: ${writer.sqlite.inTransaction}`);
      if (name === 'bad') throw new Refusal({ code: 'invalid' });
      return await Promise.resolve(name.toUpperCase());
    },
    (db, name, { nowMs }) => {
      steps.push(`changes in a transaction: ${database.writer.sqlite.inTransaction}`);
      return insertRegistrar(db, { name, perSecond: null }, nowMs);
    },
  );
  expect((await rejectionOf(add(database.writer, { name: 'bad' }, byCommandLine))).reason).toEqual({ code: 'invalid' });
  await add(database.writer, { name: 'isp' }, byCommandLine);
  expect(steps.slice(1)).toEqual(['prepares in a transaction: false', 'changes in a transaction: true']);
  expect(namesIn(database)).toEqual(['ISP']);
});
