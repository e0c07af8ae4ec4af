import { expect, test } from 'vitest';
import { disableStaff } from '#flows/staff/accounts.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { byCommandLine, invite } from '#tests/support/staff/people.ts';
import { pageOfStaff, type StaffQuery } from './list.ts';

const all: StaffQuery = { search: '', state: undefined, sort: 'email', descending: false, page: 1, pageSize: 50 };

test.each<[string, Partial<StaffQuery>, string[], number]>([
  ['all, by email address', {}, ['a@example.nz', 'b@example.nz', 'c@other.nz'], 3],
  ['descending', { descending: true }, ['c@other.nz', 'b@example.nz', 'a@example.nz'], 3],
  ['one page', { page: 2, pageSize: 1 }, ['b@example.nz'], 3],
  ['by part of the address', { search: 'OTHER' }, ['c@other.nz'], 1],
  ['a percent sign, which is literal', { search: '%' }, [], 0],
  ['disabled accounts', { state: 'disabled' }, ['b@example.nz'], 1],
  ['enabled accounts', { state: 'enabled' }, ['a@example.nz', 'c@other.nz'], 2],
])('the list of staff: %s', async (_case, asked, emails, total) => {
  const { writer, reader } = freshDatabase();
  for (const email of ['c@other.nz', 'a@example.nz']) await invite(writer, email);
  const { id } = await invite(writer, 'b@example.nz');
  await disableStaff(writer, id, byCommandLine);
  const page = pageOfStaff(reader, { ...all, ...asked });
  expect(page.rows.map(({ email }) => email)).toEqual(emails);
  expect(page.total).toBe(total);
});
