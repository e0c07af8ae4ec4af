import { describe, expect, test } from 'vitest';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import { getAccountByEmail } from '#db/staff/accounts.ts';
import { getSession, insertSession } from '#db/staff/sessions.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { byCommandLine, client, invite, nowMs, recordedActions } from '#tests/support/staff/people.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  inviteStaff,
  removeSecondFactors,
  removeStaff,
  renewLink,
} from './accounts.ts';

test('an email address has one account, whatever its case', async () => {
  const { writer } = freshDatabase();
  await invite(writer, 'jo@example.nz');
  const again = inviteStaff(writer, { email: 'Jo@Example.NZ', role: 'viewer' }, byCommandLine);
  const { faults } = await rejectionOf(again);
  expect(faults).toEqual([{ where: { field: 'email' }, reason: { code: 'account-exists', email: 'jo@example.nz' } }]);
  expect(faults.map(({ reason }) => wordsOf(reason))).toEqual([
    'jo@example.nz already has an account; "staff role", "staff enable" and "staff link" change it.',
  ]);
});

test('an invitation needs an email address and a role that exists', async () => {
  const { writer } = freshDatabase();
  const { faults } = await rejectionOf(inviteStaff(writer, { email: 'jo', role: 'owner' as 'admin' }, byCommandLine));
  expect(faults).toEqual([
    { where: { field: 'email' }, reason: { code: 'not-an-email' } },
    { where: { field: 'role' }, reason: { code: 'not-a-choice' } },
  ]);
});

describe('the last administrator', () => {
  test.each([
    ['cannot be disabled', disableStaff],
    [
      'cannot become an editor',
      (writer: Connection, id: number, by: Authorship) => changeRole(writer, { id, role: 'editor' }, by),
    ],
  ])('%s, and nothing is written', async (_case, act) => {
    const database = freshDatabase();
    const { writer } = database;
    const { id } = await invite(writer, 'jo@example.nz');
    const other = await invite(writer, 'other@example.nz');
    await disableStaff(writer, other.id, byCommandLine);
    const before = recordedActions(database);
    const { reason } = await rejectionOf(act(writer, id, byCommandLine));
    expect(reason).toEqual({ code: 'last-administrator' });
    expect(wordsOf(reason)).toBe('This is the last administrator. Make somebody else an administrator first.');
    expect(getAccountByEmail(writer, 'jo@example.nz')).toMatchObject({ role: 'admin', disabledAt: null });
    expect(recordedActions(database)).toEqual(before);
  });
});

test('disabling a person ends their sessions, and each change records the values before and after', async () => {
  const { writer, reader } = freshDatabase();
  await invite(writer, 'admin@example.nz');
  const { id } = await invite(writer, 'jo@example.nz', 'viewer');
  insertSession(writer.db, { tokenHash: 's', staffId: id, stage: 'full', ...client }, nowMs);
  await changeRole(writer, { id, role: 'editor' }, byCommandLine);
  expect(getSession(reader, 's')).toMatchObject({ email: 'jo@example.nz', role: 'editor' });
  expect(await disableStaff(writer, id, byCommandLine)).toBe('jo@example.nz');
  expect(getSession(reader, 's')).toBeUndefined();
  await enableStaff(writer, id, byCommandLine);
  await removeSecondFactors(writer, id, byCommandLine);
  const rows = reader.sqlite.prepare('SELECT action, subject, before, after FROM audit_entry WHERE id > 2').raw().all();
  expect(rows).toEqual([
    ['staff.role', 'jo@example.nz', '{"role":"viewer"}', '{"role":"editor"}'],
    ['staff.disable', 'jo@example.nz', '{"enabled":true}', '{"enabled":false}'],
    ['staff.enable', 'jo@example.nz', '{"enabled":false}', '{"enabled":true}'],
    ['staff.second-factors-remove', 'jo@example.nz', null, null],
  ]);
});

test('a change already made is refused, and so is one to an account that does not exist', async () => {
  const { writer } = freshDatabase();
  await invite(writer, 'admin@example.nz');
  const { id } = await invite(writer, 'jo@example.nz');
  const email = 'jo@example.nz';
  const reasonOf = async (work: Promise<unknown>) => (await rejectionOf(work)).reason;
  expect(await reasonOf(enableStaff(writer, id, byCommandLine))).toEqual({ code: 'already-enabled', email });
  await disableStaff(writer, id, byCommandLine);
  expect(await reasonOf(disableStaff(writer, id, byCommandLine))).toEqual({ code: 'already-disabled', email });
  expect(await reasonOf(renewLink(writer, id, byCommandLine))).toEqual({ code: 'account-disabled', email });
  expect(await reasonOf(enableStaff(writer, 99, byCommandLine))).toEqual({ code: 'account-gone' });
});

describe('one’s own account', () => {
  test.each([
    ['disable', disableStaff],
    ['remove', removeStaff],
  ])('%s is refused while there is another administrator, and nothing is written', async (_name, end) => {
    const database = freshDatabase();
    const { writer } = database;
    await invite(writer, 'other@example.nz');
    const { id } = await invite(writer, 'jo@example.nz');
    const before = recordedActions(database);
    const bySelf = { ...byCommandLine, actor: { who: 'jo@example.nz', address: '192.0.2.7' } };
    const { reason } = await rejectionOf(end(writer, id, bySelf));
    expect(wordsOf(reason)).toBe('You cannot disable or remove your own account. Ask another administrator.');
    expect(getAccountByEmail(writer, 'jo@example.nz')).toMatchObject({ disabledAt: null, removedAt: null });
    expect(recordedActions(database)).toEqual(before);
  });
});
