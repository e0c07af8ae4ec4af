import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRegisterFixture, type RegisterFixture, textBytes } from '#tests/models/register.ts';
import { importListedNames, listedNames } from './listed-names.ts';

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const reserve = (text: string) => importListedNames(register.connections.writer, textBytes(text), 'listed.csv');
const list = () => [...listedNames(register.connections.reader, 2)];

test('a file joins the list, changes what it names anew and leaves the rest', async () => {
  expect(
    await reserve('domain,status,reason\nc.nz,Conflicted,two holders\na.co.nz,Prohibited,\nb.nz,Reserved,crown\n'),
  ).toEqual({
    new: 3,
    changed: 0,
    unchanged: 0,
  });
  expect(await reserve('status,domain\nResolved,C.nz\nreserved,b.nz\n')).toEqual({ new: 0, changed: 1, unchanged: 1 });
  expect(list()).toEqual([
    { name: 'a.co.nz', status: 'Prohibited', reason: '' },
    { name: 'b.nz', status: 'Reserved', reason: 'crown' },
    { name: 'c.nz', status: 'Resolved', reason: 'two holders' },
  ]);
});

test('R5: a listed name that nobody has is answered with its status, a registered one as Active', async () => {
  const now = Date.parse('2026-11-20T12:00:00+13:00');
  await register.import(['a.nz,2020-01-01,'], now);
  await reserve('domain,status\na.nz,Reserved\nb.nz,Reserved\n');
  expect(['a.nz', 'b.nz', 'c.nz'].map((name) => register.statusAt(name, now))).toEqual([
    'Active',
    'Reserved',
    'Available',
  ]);
});

test('a file with faults is refused as a whole, naming the places', async () => {
  await reserve('domain,status\na.nz,Reserved\n');
  const work = reserve('domain,status\nb.nz,Reserved\nc.co.nz,Resolved\nB.nz,Prohibited\nd.nz\n');
  await expect(work).rejects.toMatchObject({
    message: 'listed.csv was not imported and nothing was changed. What is wrong in it:',
    total: 3,
    faults: [
      { where: 'line 3', message: 'domain "c.co.nz" cannot be Resolved: that exists only directly below .nz' },
      { where: 'line 4', message: 'domain "b.nz" stands on line 2 already' },
      { where: 'line 5', message: 'has 1 column, the first line has 2' },
    ],
  });
  expect(list()).toEqual([{ name: 'a.nz', status: 'Reserved', reason: '' }]);
});
