import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntry } from '#db/audit/schema.ts';
import { listedNames } from '#db/registry/listed-names.ts';
import type { ListedStatus } from '#lib/registry/status.ts';
import { openRegisterFixture, type RegisterFixture, textBytes } from '#tests/models/register.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import {
  addListedName,
  changeListedName,
  importListedNames,
  removeListedName,
  saveListedName,
} from './listed-names.ts';

const by = { actor: { who: 'jo@example.nz', address: null }, nowMs: 1_795_000_000_000 };

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const save = (name: string, status: ListedStatus, reason?: string) =>
  saveListedName(register.connections.writer, { name, status, reason }, by);
const add = (name: string, status: ListedStatus) =>
  addListedName(register.connections.writer, { name, status, reason: '' }, by);
const remove = (name: string) => removeListedName(register.connections.writer, name, by);
const reserve = (text: string) =>
  importListedNames(register.connections.writer, { source: 'listed.csv', bytes: textBytes(text) }, by);
const list = () => [...listedNames(register.connections.reader, 2)];
const log = () =>
  register.connections.reader.db
    .select()
    .from(auditEntry)
    .all()
    .map(({ action, subject, before, after }) => [action, subject, before, after]);

test('a name is put on the list, changed and removed, each step recorded with its state before and after', async () => {
  expect(await save('MĀORI.co.nz', 'Reserved', 'te reo')).toBe('māori.co.nz');
  // an omitted reason is kept
  expect(await save('xn--mori-qsa.co.nz', 'Prohibited')).toBe('māori.co.nz');
  await save('māori.co.nz', 'Prohibited', 'te reo');
  expect(list()).toEqual([{ name: 'xn--mori-qsa.co.nz', status: 'Prohibited', reason: 'te reo' }]);
  await remove('Māori.co.nz.');
  expect(list()).toEqual([]);
  const reserved = '{"reason":"te reo","status":"Reserved"}';
  const prohibited = '{"reason":"te reo","status":"Prohibited"}';
  expect(log()).toEqual([
    ['register.reserve', 'māori.co.nz', null, reserved],
    ['register.reserve', 'māori.co.nz', reserved, prohibited],
    ['register.unreserve', 'māori.co.nz', prohibited, null],
  ]);
});

describe('a refused entry is named at its field, and not recorded', () => {
  const cases: [name: string, status: ListedStatus, field: string, code: string, words: string][] = [
    ['nz', 'Reserved', 'name', 'not-a-name', '"nz" is not a name below .nz.'],
    ['co.nz', 'Reserved', 'name', 'not-a-name', '"co.nz" is a suffix, not a name.'],
    ['māori.nz', 'Prohibited', 'name', 'not-a-name', '"māori.nz" is a suffix, not a name.'],
    [
      'gov.nz',
      'Prohibited',
      'name',
      'prohibited-by-rule',
      'gov.nz is already prohibited by a rule, which no list can change.',
    ],
    [
      'xn--wi-xoa.nz',
      'Reserved',
      'name',
      'prohibited-by-rule',
      'īwi.nz is already prohibited by a rule, which no list can change.',
    ],
    [
      'kea.co.nz',
      'Conflicted',
      'status',
      'status-only-below-nz',
      'kea.co.nz cannot be Conflicted: only names directly below .nz can.',
    ],
    [
      'kea.māori.nz',
      'Resolved',
      'status',
      'status-only-below-nz',
      'kea.maori.nz cannot be Resolved: only names directly below .nz can.',
    ],
  ];
  test.each(cases)('%s as %s', async (name, status, field, code, words) => {
    for (const put of [save, add]) {
      const { faults } = await rejectionOf(put(name, status));
      expect(faults).toMatchObject([{ where: { field }, reason: { code } }]);
      expect(faults.map(({ reason }) => wordsOf(reason))).toEqual([words]);
    }
    expect(log()).toEqual([]);
  });

  test('with all its faults at once, whether it is added or changed', async () => {
    const { writer } = register.connections;
    const reason = 'x'.repeat(501);
    const codesOf = async (put: Promise<unknown>) => (await rejectionOf(put)).faults.map((fault) => fault.reason.code);
    expect(await codesOf(addListedName(writer, { name: 'co.nz', status: 'Reserved', reason }, by))).toEqual([
      'too-long',
      'not-a-name',
    ]);
    await save('kea.co.nz', 'Reserved');
    expect(await codesOf(changeListedName(writer, { name: 'kea.co.nz', status: 'Conflicted', reason }, by))).toEqual([
      'too-long',
      'status-only-below-nz',
    ]);
  });

  test('a name that is already listed cannot be added', async () => {
    await save('tūī.nz', 'Resolved');
    const { faults } = await rejectionOf(add('TŪĪ.nz', 'Reserved'));
    expect(faults).toEqual([
      { where: { field: 'name' }, reason: { code: 'already-listed', name: 'TŪĪ.nz', status: 'Resolved' } },
    ]);
  });

  test('a name that is not listed cannot be removed', async () => {
    const { reason } = await rejectionOf(remove('tūī.nz'));
    expect(reason).toEqual({ code: 'not-listed', name: 'tūī.nz' });
    expect(wordsOf(reason)).toBe('tūī.nz is not on the list: somebody may have removed it already.');
  });
});

test('a file is added to the list, changes the names it contains and keeps the rest', async () => {
  const first = 'domain,status,reason\nc.nz,Conflicted,two holders\na.co.nz,Prohibited,\nb.nz,Reserved,crown\n';
  expect(await reserve(first)).toEqual({ new: 3, changed: 0, unchanged: 0 });
  expect(await reserve('status,domain\nResolved,C.nz\nreserved,b.nz\n')).toEqual({ new: 0, changed: 1, unchanged: 1 });
  expect(list()).toEqual([
    { name: 'a.co.nz', status: 'Prohibited', reason: '' },
    { name: 'b.nz', status: 'Reserved', reason: 'crown' },
    { name: 'c.nz', status: 'Resolved', reason: 'two holders' },
  ]);
  expect(log().map(([action, subject, , after]) => [action, subject, after])).toEqual([
    ['register.reserve', 'listed.csv', '{"changed":0,"new":3,"unchanged":0}'],
    ['register.reserve', 'listed.csv', '{"changed":1,"new":0,"unchanged":1}'],
  ]);
});

test('R5: an unregistered listed name is answered with its listed status, a registered one as Active', async () => {
  const now = Date.parse('2026-11-20T12:00:00+13:00');
  await register.import(['a.nz,2020-01-01,'], now);
  await reserve('domain,status\na.nz,Reserved\nb.nz,Reserved\n');
  expect(['a.nz', 'b.nz', 'c.nz'].map((name) => register.statusAt(name, now))).toEqual([
    'Active',
    'Reserved',
    'Available',
  ]);
});

test('a file with faults is refused as a whole, and the faults have their places', async () => {
  await reserve('domain,status\na.nz,Reserved\n');
  const refused = await rejectionOf(reserve('domain,status\nb.nz,Reserved\nc.co.nz,Resolved\nB.nz,Prohibited\nd.nz\n'));
  expect(refused.record).toEqual({
    reason: { code: 'list-not-imported', file: 'listed.csv' },
    total: 3,
    faults: [
      {
        where: { field: 'status', line: 3 },
        reason: { code: 'status-only-below-nz', name: 'c.co.nz', status: 'Resolved' },
      },
      {
        where: { line: 4 },
        reason: { code: 'name-repeated', name: 'b.nz', line: 2, written: 'B.nz', first: 'b.nz' },
      },
      { where: { line: 5 }, reason: { code: 'columns-differ', found: 1, expected: 2 } },
    ],
  });
  expect(wordsOf(refused.reason)).toBe('listed.csv was not imported; the list is unchanged.');
  expect(list()).toEqual([{ name: 'a.nz', status: 'Reserved', reason: '' }]);
});
