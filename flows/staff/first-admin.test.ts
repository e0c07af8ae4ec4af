import { beforeAll, expect, test } from 'vitest';
import { now } from '#lib/clock.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { firstAdmin } from './first-admin.ts';
import { acceptLink } from './links.ts';

beforeAll(() => setProcessWide('settings', parseSettings({ BASE_URL: 'https://watea.example' })));

const firstStart = { isNewDatabase: true, isTerminal: true };
const password = 'four blue kererū fly';

test('the start that creates the database shows the first administrator’s link on a terminal; it adds an administrator', async () => {
  const { writer } = freshDatabase();
  const first = await firstAdmin(writer, firstStart);
  const link = typeof first === 'object' ? first.link : '';
  const token = /^https:\/\/watea\.example\/admin\/invitation#([\w-]{43})$/.exec(link)?.[1] ?? '';
  const given = { token, email: 'first@example.nz', password, repeated: password };
  expect(await acceptLink(writer, given, { address: null, nowMs: now() })).toMatchObject({ email: 'first@example.nz' });
  expect(writer.sqlite.prepare('SELECT email, role FROM staff').all()).toEqual([
    { email: 'first@example.nz', role: 'admin' },
  ]);
  expect(await firstAdmin(writer, firstStart)).toBeUndefined();
});

test.each([
  ['to a log', { isNewDatabase: true, isTerminal: false }],
  ['at a later start', { isNewDatabase: false, isTerminal: true }],
])('no link is written %s, only how to get one', async (_where, at) => {
  const { writer } = freshDatabase();
  expect(await firstAdmin(writer, at)).toBe('by command');
  expect(writer.sqlite.prepare('SELECT count(*) FROM staff_link').pluck().get()).toBe(0);
});
