import { beforeEach, describe, expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { pageOfMessages } from '#db/outbox/messages.ts';
import { getAccount, getAccountByEmail, updateAccount } from '#db/staff/accounts.ts';
import { accountOfIdentity, putIdentity } from '#db/staff/identities.ts';
import { getLink } from '#db/staff/links.ts';
import { getPerson, pageOfStaff, whatEnds } from '#db/staff/list.ts';
import {
  countRecoveryCodes,
  getPasskey,
  getTotp,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
} from '#db/staff/second-factors.ts';
import { getSession, insertSession } from '#db/staff/sessions.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { endingWords } from '#lib/words/staff/staff.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { byCommandLine, client, invite, nowMs, recordedActions } from '#tests/support/staff/people.ts';
import { disableStaff, inviteStaff, removeStaff } from './accounts.ts';
import { inviteByMail, renewByMail } from './links.ts';

const jo = { issuer: 'https://id.example', subject: 'jo' };
let database: Connections;

beforeEach(async () => {
  setProcessWide('settings', parseSettings({ SMTP_URL: 'smtp://127.0.0.1:9', BASE_URL: 'https://watea.example' }));
  database = freshDatabase();
  await invite(database.writer, 'admin@example.nz');
});

/** Somebody with everything that lets a person in. */
async function withEverything() {
  const { writer } = database;
  const { id, token } = await invite(writer, 'jo@example.nz', 'editor');
  const { db } = writer;
  updateAccount(db, id, { passwordHash: 'x' });
  insertSession(db, { tokenHash: 's', staffId: id, stage: 'full', ...client }, nowMs);
  const key = { credentialId: 'c', publicKey: Buffer.of(1), counter: 0, transports: [], label: 'laptop' };
  insertPasskey(db, { staffId: id, ...key }, nowMs);
  replaceRecoveryCodes(db, id, ['h']);
  putIdentity(db, jo, id, nowMs);
  writer.sqlite.prepare('UPDATE staff SET totp_secret = ?, totp_since = 1 WHERE id = ?').run(Buffer.of(1), id);
  return { id, token, email: 'jo@example.nz' };
}

/** Whether anything still lets the person in. */
const isAnywhere = ({ id, token }: { id: number; token: string }) => ({
  session: getSession(database.reader, 's') !== undefined,
  passkey: getPasskey(database.reader, 'c') !== undefined,
  link: getLink(database.reader, hashToken(token), nowMs) !== undefined,
  enabled: getAccount(database.reader, id)?.disabledAt === null,
});
const nowhere = { session: false, passkey: false, link: false, enabled: false };

test('what ends is listed before, in words', async () => {
  const person = await withEverything();
  const ending = whatEnds(database.reader, person, nowMs);
  expect(ending).toEqual({
    sessions: 1,
    passkeys: 1,
    authenticator: 1,
    links: 1,
    identities: 1,
    uploads: 0,
    jobsThatGoOn: 0,
  });
  expect(endingWords({ ...ending, sessions: 2, uploads: 1, jobsThatGoOn: 3 })).toEqual({
    ends: '2 sessions, 1 passkey, 1 authenticator app, 1 unused link, 1 connection to an OpenID Connect account, 1 unfinished upload',
    goesOn: '3 unfinished jobs of theirs will go on. What they did stays in the audit log under their name.',
  });
});

test('disabling ends sessions, passkeys and links at once; what a person had is kept for when they are enabled', async () => {
  const person = await withEverything();
  expect(isAnywhere(person)).toEqual({ session: true, passkey: true, link: true, enabled: true });
  await disableStaff(database.writer, person.id, byCommandLine);
  expect(isAnywhere(person)).toEqual(nowhere);
  expect(listPasskeys(database.reader, person.id)).toHaveLength(1);
});

describe('removing', () => {
  test('deletes everything that lets a person in, and is recorded', async () => {
    const person = await withEverything();
    expect(await removeStaff(database.writer, person.id, byCommandLine)).toBe(person.email);
    const { reader } = database;
    expect(isAnywhere(person)).toEqual(nowhere);
    expect(listPasskeys(reader, person.id)).toEqual([]);
    expect(countRecoveryCodes(reader, person.id)).toBe(0);
    expect(getTotp(reader, person.id)).toMatchObject({ sealed: null, since: null });
    expect(getAccount(reader, person.id)?.passwordHash).toBeNull();
    // known, so that signing in at the provider does not add the account again
    expect(accountOfIdentity(reader, jo)).toBeNull();
    expect(recordedActions(database).at(-1)).toBe('staff.remove');
    expect(getPerson(reader, person.id)).toBeUndefined();
    const all = { sort: 'email', descending: false, page: 1, pageSize: 10, search: '', state: undefined } as const;
    expect(pageOfStaff(reader, all).rows.map(({ email }) => email)).toEqual(['admin@example.nz']);
    expect(await rejectionOf(removeStaff(database.writer, person.id, byCommandLine))).toMatchObject({
      reason: { code: 'account-gone' },
    });
  });

  test('keeps the uploads and the names of what the person started', async () => {
    const { id } = await withEverything();
    const { sqlite } = database.writer;
    sqlite
      .prepare(
        "INSERT INTO upload (id, name, bytes, queue, staff_id, created_at) VALUES ('u', 'f', 1, 'coverage', ?, 0)",
      )
      .run(id);
    await removeStaff(database.writer, id, byCommandLine);
    expect(sqlite.prepare('SELECT id FROM upload').all()).toEqual([{ id: 'u' }]);
  });

  test('the last administrator is refused, and nothing is written', async () => {
    const { id } = getAccountByEmail(database.reader, 'admin@example.nz') ?? { id: 0 };
    const before = recordedActions(database);
    const { reason } = await rejectionOf(removeStaff(database.writer, id, byCommandLine));
    expect(wordsOf(reason)).toBe('This is the last administrator. Make somebody else an administrator first.');
    expect(getAccount(database.reader, id)).toMatchObject({ disabledAt: null, removedAt: null });
    expect(recordedActions(database)).toEqual(before);
  });

  test('somebody removed can be invited again, with nothing of before', async () => {
    const person = await withEverything();
    await removeStaff(database.writer, person.id, byCommandLine);
    const token = await inviteStaff(database.writer, { email: 'JO@example.nz', role: 'viewer' }, byCommandLine);
    const { id } = getAccountByEmail(database.reader, person.email) ?? { id: 0 };
    expect(getPerson(database.reader, id)).toMatchObject({ role: 'viewer', hasAccepted: 0, lastLoginAt: null });
    expect(getLink(database.reader, hashToken(token), nowMs)?.staffId).toBe(id);
    expect(accountOfIdentity(database.reader, jo)).toBeNull();
  });
});

const messages = () => {
  const all = { sort: 'queued', descending: false, page: 1, pageSize: 10, search: '', state: undefined } as const;
  return pageOfMessages(database.reader, all).rows;
};

describe('an invitation by mail', () => {
  const given = { email: 'sam@example.nz', role: 'viewer' } as const;

  test('is queued with the account, and its link works', async () => {
    await inviteByMail(database.writer, given, byCommandLine);
    const [mail] = messages();
    expect(mail).toMatchObject({ kind: 'staff', recipient: 'sam@example.nz', isSecret: true, state: 'waiting' });
    const token = /https:\/\/watea\.example\/admin\/invitation#([\w-]{43})\n/.exec(mail?.body ?? '')?.[1] ?? '';
    expect(getLink(database.reader, hashToken(token), nowMs)?.email).toBe('sam@example.nz');
    expect(mail?.expiresAt).toBe(nowMs + 24 * 3_600_000);
  });

  test('is sent again with a new link, instead of one that still waits', async () => {
    await inviteByMail(database.writer, given, byCommandLine);
    const [first] = messages();
    const { id } = getAccountByEmail(database.reader, given.email) ?? { id: 0 };
    await renewByMail(database.writer, { record: id }, byCommandLine);
    expect(messages().map(({ state }) => state)).toEqual(['waiting']);
    expect(messages()[0]?.body).not.toBe(first?.body);
  });

  test('is withdrawn: its link and its mail end, and the account is gone', async () => {
    await inviteByMail(database.writer, given, byCommandLine);
    const { id } = getAccountByEmail(database.reader, given.email) ?? { id: 0 };
    await removeStaff(database.writer, id, byCommandLine);
    expect(messages()).toEqual([]);
    expect(recordedActions(database)).toEqual(['staff.add', 'staff.add', 'staff.withdraw']);
  });

  test('is refused as a whole where no mail can be sent', async () => {
    setProcessWide('settings', parseSettings({}));
    const { reason } = await rejectionOf(inviteByMail(database.writer, given, byCommandLine));
    expect(reason).toEqual({ code: 'mail-not-configured' });
    expect(getAccountByEmail(database.reader, given.email)).toBeUndefined();
  });
});

test('who has not accepted yet can be listed', async () => {
  await withEverything();
  await inviteStaff(database.writer, { email: 'sam@example.nz', role: 'viewer' }, byCommandLine);
  const wanted = { sort: 'email', descending: false, page: 1, pageSize: 10, search: '', state: 'invited' } as const;
  expect(pageOfStaff(database.reader, wanted).rows.map(({ email }) => email)).toEqual([
    'admin@example.nz',
    'sam@example.nz',
  ]);
});
