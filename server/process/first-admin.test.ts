import { beforeAll, expect, test } from 'vitest';
import { getLink } from '#db/staff/links.ts';
import { inviteStaff, spendLink } from '#flows/staff/accounts.ts';
import { now } from '#lib/clock.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { hashToken } from '#lib/staff/secret-token.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { firstAdminLines } from './first-admin.ts';

beforeAll(() => setProcessWide('settings', parseSettings({ BASE_URL: 'https://watea.example' })));

const actor = { who: 'command line', address: null };
const seen = { isNewDatabase: true, isTerminal: true };

test('the start that makes the database shows the first administrator’s link to a terminal; it makes an administrator', () => {
  const { writer } = freshDatabase();
  const token = /#([\w-]{43})$/.exec(firstAdminLines(writer, seen).join('\n'))?.[1] ?? '';
  const given = { tokenHash: hashToken(token), passwordHash: 'x', email: 'first@example.nz' };
  expect(spendLink(writer, given, null, now())).toMatchObject({ email: 'first@example.nz' });
  expect(writer.sqlite.prepare('SELECT email, role FROM staff').all()).toEqual([
    { email: 'first@example.nz', role: 'admin' },
  ]);
  expect(firstAdminLines(writer, seen)).toEqual([]);
});

test.each([
  ['into a log', { isNewDatabase: true, isTerminal: false }],
  ['at a later start', { isNewDatabase: false, isTerminal: true }],
])('no link is written %s, but how to get one', (_where, at) => {
  const { writer } = freshDatabase();
  expect(firstAdminLines(writer, at).join('\n')).toMatch(/staff add EMAIL --role admin/);
  expect(writer.sqlite.prepare('SELECT count(*) FROM staff_link').pluck().get()).toBe(0);
});

test('the first administrator’s link dies as soon as anybody is invited', () => {
  const { writer } = freshDatabase();
  const token = /#([\w-]{43})$/.exec(firstAdminLines(writer, seen).join('\n'))?.[1] ?? '';
  expect(getLink(writer.db, hashToken(token), now())).toBeDefined();
  inviteStaff(writer, { email: 'jo@example.nz', role: 'viewer', tokenHash: 'a' }, actor, now());
  expect(getLink(writer.db, hashToken(token), now())).toBeUndefined();
});
