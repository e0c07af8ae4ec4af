import { beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { getAccountByEmail, updateAccount } from '#db/staff/accounts.ts';
import { getLink } from '#db/staff/links.ts';
import { insertSession, listSessions } from '#db/staff/sessions.ts';
import { now } from '#lib/clock.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { hashPassword, isPassword } from '#lib/staff/password-hash.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { byCommandLine, client, invite, nowMs, recordedActions } from '#tests/support/staff/people.ts';
import { disableStaff, enableStaff, renewLink } from './accounts.ts';
import { acceptLink, firstAdmin, issueFirstLink } from './links.ts';
import { changePassword } from './own-account.ts';

const dayMs = 24 * 3_600_000;
const password = 'four blue kererū fly';
const at = { address: '192.0.2.1', nowMs };
const accepted = (token: string, email = '') => ({ token, email, password, repeated: password });
const isValid = (writer: Connection, token: string, later = 0) =>
  getLink(writer, hashToken(token), nowMs + later) !== undefined;

beforeAll(() => setProcessWide('settings', parseSettings({})));

describe('a one-time link', () => {
  test('sets the password once, ends every session, and is recorded', async () => {
    const database = freshDatabase();
    const { writer, reader } = database;
    const { id, token } = await invite(writer, 'jo@example.nz');
    insertSession(writer.db, { tokenHash: 's', staffId: id, stage: 'full', ...client }, nowMs);
    expect(await acceptLink(writer, accepted(token), at)).toMatchObject({ id, email: 'jo@example.nz' });
    expect(await isPassword(password, getAccountByEmail(reader, 'JO@Example.nz')?.passwordHash)).toBe(true);
    expect(listSessions(reader, id)).toEqual([]);
    const { reason } = await rejectionOf(acceptLink(writer, accepted(token), at));
    expect(reason).toEqual({ code: 'link-expired', hours: 24 });
    expect(wordsOf(reason)).toBe(
      'This link no longer works: it was used, was replaced by a newer one, or is more than 24 hours old. Ask for a new one.',
    );
    expect(recordedActions(database)).toEqual(['staff.add', 'staff.password-by-link']);
  });

  test('sets one password when two browsers use it at the same time', async () => {
    const database = freshDatabase();
    const { token } = await invite(database.writer, 'jo@example.nz');
    const both = [acceptLink(database.writer, accepted(token), at), acceptLink(database.writer, accepted(token), at)];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(recordedActions(database)).toEqual(['staff.add', 'staff.password-by-link']);
  });

  test('is not used up by a refused password', async () => {
    const { writer } = freshDatabase();
    const { token } = await invite(writer, 'jo@example.nz');
    const { faults } = await rejectionOf(acceptLink(writer, { ...accepted(token), repeated: 'another' }, at));
    expect(faults).toEqual([{ where: { field: 'repeated' }, reason: { code: 'passwords-differ' } }]);
    expect(isValid(writer, token)).toBe(true);
  });

  test.each([
    ['in its last millisecond', dayMs - 1, true],
    ['after 24 hours', dayMs, false],
  ])('%s', async (_case, later, expected) => {
    const { writer } = freshDatabase();
    const { token } = await invite(writer, 'jo@example.nz');
    expect(isValid(writer, token, later)).toBe(expected);
  });

  test('stops working with a newer one, with a new password, and when the account is disabled', async () => {
    const { writer } = freshDatabase();
    await invite(writer, 'admin@example.nz');
    const { id, token } = await invite(writer, 'jo@example.nz');
    const newer = await renewLink(writer, id, byCommandLine);
    expect([isValid(writer, token), isValid(writer, newer)]).toEqual([false, true]);
    updateAccount(writer.db, id, { passwordHash: await hashPassword(password) });
    const next = 'five green kākā sing';
    const given = { staffId: id, sessionId: 1, client, current: password, password: next, repeated: next };
    await changePassword(writer, given, byCommandLine);
    expect(isValid(writer, newer)).toBe(false);
    const newest = await renewLink(writer, id, byCommandLine);
    await disableStaff(writer, id, byCommandLine);
    await enableStaff(writer, id, byCommandLine);
    expect(isValid(writer, newest)).toBe(false);
  });
});

test('a new password is refused with all that is wrong with it and with the one that is typed before it', async () => {
  const { writer } = freshDatabase();
  const { id } = await invite(writer, 'jo@example.nz');
  updateAccount(writer.db, id, { passwordHash: await hashPassword(password) });
  const given = { staffId: id, sessionId: 1, client, password: 'kea', repeated: 'kaka' };
  const codesOf = async (current: string) => {
    const { faults } = await rejectionOf(changePassword(writer, { ...given, current }, byCommandLine));
    return faults.map(({ reason }) => reason.code);
  };
  const ofNew = ['password-too-short', 'passwords-differ'];
  expect(await codesOf('')).toEqual(['required', ...ofNew]);
  expect(await codesOf('not it')).toEqual(['not-your-password', ...ofNew]);
  expect(await codesOf(password)).toEqual(ofNew);
});

describe('the link of the first administrator', () => {
  test('adds an administrator, who gives an email address', async () => {
    const database = freshDatabase();
    const token = await issueFirstLink(database.writer, nowMs);
    const { faults } = await rejectionOf(acceptLink(database.writer, accepted(token, 'first'), at));
    expect(faults).toEqual([{ where: { field: 'email' }, reason: { code: 'not-an-email' } }]);
    await acceptLink(database.writer, accepted(token, 'first@example.nz'), at);
    expect(getAccountByEmail(database.reader, 'first@example.nz')).toMatchObject({ role: 'admin' });
  });

  test('stops working when anyone is invited', async () => {
    const { writer } = freshDatabase();
    const token = await issueFirstLink(writer, nowMs);
    expect(isValid(writer, token)).toBe(true);
    await invite(writer, 'jo@example.nz');
    expect(isValid(writer, token)).toBe(false);
  });
});

beforeAll(() => setProcessWide('settings', parseSettings({ BASE_URL: 'https://watea.example' })));

const firstStart = { isNewDatabase: true, isTerminal: true };
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
