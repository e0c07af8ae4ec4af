import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntry } from '#db/audit/schema.ts';
import { putListedName, removeListedName } from '#flows/registry/listed-name-changes.ts';
import { openRegisterFixture, type RegisterFixture } from '#tests/models/register.ts';
import { type ListedNameQuery, pageOfListedNames } from './listed-name-list.ts';

const by = { actor: { who: 'jo@example.nz', address: null }, nowMs: 1_795_000_000_000 };

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const put = (name: string, status: 'Prohibited' | 'Conflicted' | 'Resolved' | 'Reserved', reason = '') =>
  register.connections.writer.db.transaction((tx) => putListedName(tx, { name, status, reason }, by), {
    behavior: 'immediate',
  });
const page = (wanted: Partial<ListedNameQuery> = {}) =>
  pageOfListedNames(register.connections.reader, { search: '', status: undefined, page: 1, pageSize: 50, ...wanted });
const names = (wanted: Partial<ListedNameQuery> = {}) => page(wanted).rows.map(({ shown }) => shown);
const log = () =>
  register.connections.reader.db
    .select()
    .from(auditEntry)
    .all()
    .map(({ action, subject, before, after }) => [action, subject, before, after]);

test('a name is put on the list, changed and removed, each recorded with what was before and is after', () => {
  expect(put('MĀORI.co.nz', 'Reserved', 'te reo')).toBe('māori.co.nz');
  expect(put('xn--mori-qsa.co.nz', 'Prohibited', 'te reo')).toBe('māori.co.nz');
  put('māori.co.nz', 'Prohibited', 'te reo');
  expect(page().rows).toEqual([
    { name: 'xn--mori-qsa.co.nz', status: 'Prohibited', reason: 'te reo', shown: 'māori.co.nz' },
  ]);
  register.connections.writer.db.transaction((tx) => removeListedName(tx, 'Māori.co.nz.', by));
  expect(page()).toEqual({ rows: [], total: 0 });
  const reserved = '{"reason":"te reo","status":"Reserved"}';
  const prohibited = '{"reason":"te reo","status":"Prohibited"}';
  expect(log()).toEqual([
    ['register.reserve', 'māori.co.nz', null, reserved],
    ['register.reserve', 'māori.co.nz', reserved, prohibited],
    ['register.unreserve', 'māori.co.nz', prohibited, null],
  ]);
});

describe('what is refused', () => {
  test.each([
    ['nz', 'Reserved', 'name', '“nz” is not a name below .nz.'],
    ['co.nz', 'Reserved', 'name', '“co.nz” is a suffix, not a name.'],
    ['māori.nz', 'Prohibited', 'name', '“māori.nz” is a suffix, not a name.'],
    ['gov.nz', 'Prohibited', 'name', 'gov.nz is prohibited by rule already; no list can change that.'],
    ['xn--wi-xoa.nz', 'Reserved', 'name', 'īwi.nz is prohibited by rule already; no list can change that.'],
    ['kea.co.nz', 'Conflicted', 'status', 'kea.co.nz cannot be Conflicted: that exists only directly below .nz.'],
    ['kea.māori.nz', 'Resolved', 'status', 'kea.maori.nz cannot be Resolved: that exists only directly below .nz.'],
  ] as const)('%s as %s', (name, status, where, message) => {
    expect(() => put(name, status)).toThrow(expect.objectContaining({ faults: [{ where, message }] }));
    expect(log()).toEqual([]);
  });

  test('a name that is on no list cannot be removed', () => {
    const remove = () => register.connections.writer.db.transaction((tx) => removeListedName(tx, 'tūī.nz', by));
    expect(remove).toThrow('tūī.nz is on no list: perhaps somebody has removed it already.');
  });
});

test('a page by status and by part of a name or a reason, as a person reads them', () => {
  put('kōwhai.nz', 'Conflicted');
  put('kowhai.co.nz', 'Reserved', 'held for Kōwhai Park');
  put('tūī.nz', 'Resolved');
  put('weka.nz', 'Reserved', 'Crown');
  expect(names()).toEqual(['kowhai.co.nz', 'weka.nz', 'kōwhai.nz', 'tūī.nz']);
  expect(names({ status: 'Reserved' })).toEqual(['kowhai.co.nz', 'weka.nz']);
  expect(names({ search: 'KŌW' })).toEqual(['kowhai.co.nz', 'kōwhai.nz']);
  expect(names({ search: 'crown' })).toEqual(['weka.nz']);
  expect(names({ search: 'crown', status: 'Resolved' })).toEqual([]);
  expect(page({ page: 2, pageSize: 3 })).toMatchObject({ total: 4, rows: [{ shown: 'tūī.nz' }] });
});
