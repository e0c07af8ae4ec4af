import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseName } from '#lib/registry/names/name.ts';
import type { ListedStatus } from '#lib/registry/status.ts';
import { openRegisterFixture, type RegisterFixture } from '#tests/models/register.ts';
import { type ListedNameQuery, pageOfListedNames, putListedNames } from './listed-names.ts';

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const put = (name: string, status: ListedStatus, reason = '') =>
  putListedNames(register.connections.writer.db, [{ name: parseName(name).domain, status, reason }]);
const page = (wanted: Partial<ListedNameQuery> = {}) =>
  pageOfListedNames(register.connections.reader, { search: '', status: undefined, page: 1, pageSize: 50, ...wanted });
const names = (wanted: Partial<ListedNameQuery> = {}) => page(wanted).rows.map(({ shown }) => shown);

test('a page is filtered by status and by part of a name or a reason, in Unicode', () => {
  put('kōwhai.nz', 'Conflicted');
  put('kowhai.co.nz', 'Reserved', 'held for Kōwhai Park');
  put('tūī.nz', 'Resolved');
  put('weka.nz', 'Reserved', 'Crown');
  expect(page({ search: 'tūī' }).rows).toEqual([
    { name: parseName('tūī.nz').domain, status: 'Resolved', reason: '', shown: 'tūī.nz' },
  ]);
  expect(names()).toEqual(['kowhai.co.nz', 'weka.nz', 'kōwhai.nz', 'tūī.nz']);
  expect(names({ status: 'Reserved' })).toEqual(['kowhai.co.nz', 'weka.nz']);
  expect(names({ search: 'KŌW' })).toEqual(['kowhai.co.nz', 'kōwhai.nz']);
  expect(names({ search: 'crown' })).toEqual(['weka.nz']);
  expect(names({ search: 'crown', status: 'Resolved' })).toEqual([]);
  expect(page({ page: 2, pageSize: 3 })).toMatchObject({ total: 4, rows: [{ shown: 'tūī.nz' }] });
});
