import { expect, test } from 'vitest';
import { z } from 'zod';
import { getRegistrarByName, insertRegistrar, listRegistrarNames } from '#db/access/registrars.ts';
import { limit, line, requiredLine } from '#lib/fields.ts';
import { faultAt, Refusal } from '#lib/refusal.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { byCommandLine } from '#tests/support/staff/people.ts';
import { change, parseInput, preparedChange } from './change.ts';

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

const entry = z.object({ name: requiredLine(10), note: line(5), perSecond: limit });
const addEntry = change(
  entry,
  (db, { name, perSecond }, { nowMs }) => insertRegistrar(db, { name, perSecond }, nowMs),
  (db, { name }) => {
    const isTaken = name !== undefined && getRegistrarByName(db, name) !== undefined;
    return [isTaken ? faultAt('name', { code: 'registrar-name-taken', name: name ?? '' }) : undefined];
  },
);
const good = { name: 'Isp', note: '', perSecond: null };
const codesOf = ({ faults }: Refusal) => faults.map(({ where, reason }) => [JSON.stringify(where), reason.code]);

test('rules about valid fields are found with the faults of the others, and alone', async () => {
  const { writer } = freshDatabase();
  await addEntry(writer, good, byCommandLine);
  const wrong = await rejectionOf(addEntry(writer, { name: 'Isp', note: 'too long', perSecond: 0 }, byCommandLine));
  expect(codesOf(wrong)).toEqual([
    ['{"field":"note"}', 'too-long'],
    ['{"field":"perSecond"}', 'not-a-limit'],
    ['{"field":"name"}', 'registrar-name-taken'],
  ]);
  const taken = await rejectionOf(addEntry(writer, good, byCommandLine));
  expect(codesOf(taken)).toEqual([['{"field":"name"}', 'registrar-name-taken']]);
  // a rule is not asked about a field that is not valid
  const empty = await rejectionOf(addEntry(writer, { ...good, name: '' }, byCommandLine));
  expect(codesOf(empty)).toEqual([['{"field":"name"}', 'required']]);
});

test('a form whose texts are read first has the faults of all its fields at once', async () => {
  const { writer } = freshDatabase();
  await addEntry(writer, good, byCommandLine);
  const texts: z.ZodType<z.input<typeof entry>, object> = z.object({
    name: z.string(),
    note: z.string(),
    perSecond: z.string().transform(Number),
  });
  const form = texts.pipe(entry);
  const parse = () =>
    parseInput(form, { name: 'Isp', note: '', perSecond: 'many' }, (valid) =>
      addEntry.faultsOf(writer.db, valid, byCommandLine),
    );
  expect(codesOf(await rejectionOf((async () => parse())()))).toEqual([
    ['{"field":"perSecond"}', 'not-a-limit'],
    ['{"field":"name"}', 'registrar-name-taken'],
  ]);
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
