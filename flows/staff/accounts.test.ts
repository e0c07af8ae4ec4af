import { describe, expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { getLink } from '#db/staff/links.ts';
import { listStaff, type StaffQuestion } from '#db/staff/list.ts';
import { addSession, getSession, listSessions } from '#db/staff/sessions.ts';
import { Refusal } from '#lib/refusal.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  getStaffByEmail,
  inviteStaff,
  removeSecondFactors,
  renewLink,
  setPassword,
  spendLink,
} from './accounts.ts';

const actor = { who: 'command line', address: null };
const nowMs = 1_800_000_000_000;
const dayMs = 24 * 3_600_000;
const place = { address: '192.0.2.1', limitKey: '192.0.2.1', agent: 'test' };

function invite({ writer }: Connections, email: string, role: 'viewer' | 'editor' | 'admin' = 'admin'): number {
  return inviteStaff(writer, { email, role, tokenHash: `link of ${email}` }, actor, nowMs);
}

const actions = ({ reader }: Connections) =>
  reader.sqlite.prepare('SELECT action FROM audit_entry ORDER BY id').pluck().all();

describe('a one-time link', () => {
  const given = { tokenHash: 'link of jo@example.nz', passwordHash: 'the hash', email: '' };

  test('sets the password once, ends every session, and is written down', () => {
    const database = freshDatabase();
    const id = invite(database, 'jo@example.nz');
    addSession(database.writer.db, { tokenHash: 's', staffId: id, stage: 'full', ...place }, nowMs);
    expect(spendLink(database.writer, given, '192.0.2.1', nowMs)).toEqual({ id, email: 'jo@example.nz' });
    expect(getStaffByEmail(database.reader.db, 'JO@Example.nz')?.passwordHash).toBe('the hash');
    expect(listSessions(database.reader, id)).toEqual([]);
    expect(() => spendLink(database.writer, given, null, nowMs)).toThrow(Refusal);
    expect(actions(database)).toEqual(['staff.add', 'staff.password-by-link']);
  });

  test.each([
    ['in its last millisecond', dayMs - 1, true],
    ['after 24 hours', dayMs, false],
  ])('%s', (_case, later, stands) => {
    const database = freshDatabase();
    invite(database, 'jo@example.nz');
    expect(getLink(database.reader.db, given.tokenHash, nowMs + later) !== undefined).toBe(stands);
  });

  test('dies with a newer one, with a new password, and when its person is disabled', () => {
    const database = freshDatabase();
    const { writer } = database;
    const stands = (token: string) => getLink(writer.db, token, nowMs) !== undefined;
    invite(database, 'admin@example.nz');
    const id = invite(database, 'jo@example.nz');
    renewLink(writer, id, 'newer', actor, nowMs);
    expect([stands(given.tokenHash), stands('newer')]).toEqual([false, true]);
    setPassword(writer, { id, passwordHash: 'x', sessionId: 0 }, actor, nowMs);
    expect(stands('newer')).toBe(false);
    renewLink(writer, id, 'newest', actor, nowMs);
    disableStaff(writer, id, actor, nowMs);
    enableStaff(writer, id, actor, nowMs);
    expect(stands('newest')).toBe(false);
  });
});

test('an e-mail address has one account, whatever its capitals', () => {
  const database = freshDatabase();
  invite(database, 'jo@example.nz');
  expect(() => invite(database, 'Jo@Example.NZ')).toThrow('has an account already');
});

describe('the last administrator', () => {
  test.each([
    ['cannot be disabled', disableStaff],
    [
      'cannot become an editor',
      (writer: Connections['writer'], id: number) => changeRole(writer, id, 'editor', actor, nowMs),
    ],
  ])('%s, and nothing of it is written', (_case, act) => {
    const database = freshDatabase();
    const id = invite(database, 'jo@example.nz');
    const gone = invite(database, 'gone@example.nz');
    disableStaff(database.writer, gone, actor, nowMs);
    const before = actions(database);
    expect(() => act(database.writer, id, actor, nowMs)).toThrow('last administrator');
    expect(getStaffByEmail(database.reader.db, 'jo@example.nz')).toMatchObject({ role: 'admin', disabledAt: null });
    expect(actions(database)).toEqual(before);
  });
});

test('a disabled person has no session, and the row of each change says what was before and after', () => {
  const database = freshDatabase();
  const { writer, reader } = database;
  invite(database, 'admin@example.nz');
  const id = invite(database, 'jo@example.nz', 'viewer');
  addSession(writer.db, { tokenHash: 's', staffId: id, stage: 'full', ...place }, nowMs);
  changeRole(writer, id, 'editor', actor, nowMs);
  expect(getSession(reader, 's')).toMatchObject({ email: 'jo@example.nz', role: 'editor' });
  disableStaff(writer, id, actor, nowMs);
  expect(getSession(reader, 's')).toBeUndefined();
  enableStaff(writer, id, actor, nowMs);
  removeSecondFactors(writer, id, actor, nowMs);
  const rows = reader.sqlite.prepare('SELECT action, subject, before, after FROM audit_entry WHERE id > 2').raw().all();
  expect(rows).toEqual([
    ['staff.role', 'jo@example.nz', '{"role":"viewer"}', '{"role":"editor"}'],
    ['staff.disable', 'jo@example.nz', '{"enabled":true}', '{"enabled":false}'],
    ['staff.enable', 'jo@example.nz', '{"enabled":false}', '{"enabled":true}'],
    ['staff.second-factors-remove', 'jo@example.nz', null, null],
  ]);
});

describe('the list of staff', () => {
  const all: StaffQuestion = { text: '', state: 'all', order: 'email', isDescending: false, offset: 0, limit: 50 };
  test.each<[string, Partial<StaffQuestion>, string[], number]>([
    ['all, by e-mail address', {}, ['a@example.nz', 'b@example.nz', 'c@other.nz'], 3],
    ['backwards', { isDescending: true }, ['c@other.nz', 'b@example.nz', 'a@example.nz'], 3],
    ['a page of them', { offset: 1, limit: 1 }, ['b@example.nz'], 3],
    ['by a part of the address', { text: 'OTHER' }, ['c@other.nz'], 1],
    ['a percent sign is a percent sign', { text: '%' }, [], 0],
    ['the disabled', { state: 'disabled' }, ['b@example.nz'], 1],
    ['the enabled', { state: 'enabled' }, ['a@example.nz', 'c@other.nz'], 2],
  ])('%s', (_case, asked, emails, total) => {
    const database = freshDatabase();
    for (const email of ['c@other.nz', 'a@example.nz']) invite(database, email);
    disableStaff(database.writer, invite(database, 'b@example.nz'), actor, nowMs);
    const page = listStaff(database.reader, { ...all, ...asked });
    expect(page.rows.map(({ email }) => email)).toEqual(emails);
    expect(page.total).toBe(total);
  });
});
