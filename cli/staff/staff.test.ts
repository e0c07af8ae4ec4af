import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wateaInProcess as watea } from '#tests/support/command-line-in-process.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const folder = makeFolder();
const environment = { DATABASE_URL: `file:${join(folder.path, 'watea.db')}`, BASE_URL: 'https://watea.example' };
const staff = (...args: string[]) => watea(['staff', ...args], environment);

beforeAll(async () => {
  await watea(['migrate'], environment);
});
afterAll(() => folder.remove());

test('staff: a person is invited, listed and disabled; the last administrator stays enabled', async () => {
  expect((await staff('list')).stdout).toContain('There are no accounts yet');
  const added = await staff('add', 'jo@example.nz', '--role', 'admin');
  expect(added).toMatchObject({ status: 0 });
  expect(added.stdout).toMatch(/^https:\/\/watea\.example\/admin\/invitation#[\w-]{43}\n/);

  const again = await staff('link', 'Jo@example.nz', '--json');
  const { link } = JSON.parse(again.stdout) as { link: string };
  expect(added.stdout).not.toContain(link);
  expect((await staff('list')).stdout).toBe('jo@example.nz\tadmin\tinvited\tnever signed in\n');

  expect(await staff('disable', 'jo@example.nz')).toMatchObject({
    status: 1,
    stderr: 'This is the last administrator. Make somebody else an administrator first.\n',
  });
  await staff('add', 'ana@example.nz', '--role', 'admin');
  expect(await staff('disable', 'JO@example.nz')).toMatchObject({ status: 0, stdout: 'jo@example.nz is disabled.\n' });
  const listed = JSON.parse((await staff('list', '--json')).stdout) as { email: string; state: string }[];
  expect(listed.map(({ email, state }) => [email, state])).toEqual([
    ['ana@example.nz', 'invited'],
    ['jo@example.nz', 'disabled'],
  ]);
});

test.each([
  ['an unknown role', ['add', 'x@example.nz', '--role', 'owner'], 2],
  ['no role', ['add', 'x@example.nz'], 2],
  ['an invalid email address', ['add', 'x', '--role', 'viewer'], 2],
  ['an address without an account', ['disable', 'nobody@example.nz'], 1],
])('staff: %s is refused', async (_case, args, status) => {
  const ran = await staff(...args);
  expect(ran.status).toBe(status);
  expect(ran.stdout).toBe('');
});

test('staff disable: an address without an account is refused, and the message says where to look', async () => {
  expect(await staff('disable', 'nobody@example.nz')).toMatchObject({
    stderr: 'nobody@example.nz has no account; "staff list" shows who has one.\n',
  });
});

interface Person {
  readonly email: string;
  readonly role: string;
  readonly state: string;
  readonly revision: number;
}
const personOf = async (email: string) =>
  (JSON.parse((await staff('list', '--json')).stdout) as Person[]).find((person) => person.email === email);

test('staff add: somebody who has an account is refused, and nothing changes', async () => {
  await staff('add', 'back@example.nz', '--role', 'viewer');
  await staff('disable', 'back@example.nz');
  const before = await personOf('back@example.nz');
  expect(await staff('add', 'BACK@example.nz', '--role', 'editor')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'back@example.nz already has an account; "staff role", "staff enable" and "staff link" change it.\n',
  });
  expect(await personOf('back@example.nz')).toEqual(before);
  expect(before).toMatchObject({ role: 'viewer', state: 'disabled' });
});

test('staff role and staff enable change an account, and say so when there is nothing to change', async () => {
  expect(await staff('enable', 'BACK@example.nz')).toMatchObject({ stdout: 'back@example.nz is enabled.\n' });
  expect(await staff('enable', 'back@example.nz')).toMatchObject({ status: 1, stdout: '' });
  expect(await staff('role', 'back@example.nz', 'editor')).toMatchObject({
    stdout: 'back@example.nz has the role editor.\n',
  });
  expect(await staff('role', 'back@example.nz', 'editor')).toMatchObject({
    status: 0,
    stdout: 'back@example.nz has the role editor already: nothing was changed.\n',
  });
  expect(await staff('role', 'back@example.nz', 'owner')).toMatchObject({ status: 2 });
  expect(await personOf('back@example.nz')).toMatchObject({ role: 'editor', state: 'invited' });
});

test('--if-unchanged: a change is refused if somebody else was faster, and names the present revision', async () => {
  const seen = (await personOf('back@example.nz'))?.revision ?? -1;
  await staff('role', 'back@example.nz', 'viewer');
  const now = (await personOf('back@example.nz'))?.revision ?? -1;
  expect(now).toBeGreaterThan(seen);
  const stale = await staff('disable', 'back@example.nz', '--if-unchanged', String(seen));
  expect(stale).toMatchObject({ status: 1, stdout: '' });
  expect(stale.stderr).toMatch(
    /^Nothing was saved, because somebody on the command line changed this at .*; check it, /,
  );
  expect(stale.stderr).toContain(`--if-unchanged ${now}`);
  expect(await staff('disable', 'back@example.nz', '--if-unchanged', '99999')).toMatchObject({ status: 1 });
  expect(await staff('disable', 'back@example.nz', '--if-unchanged', 'now')).toMatchObject({ status: 2 });
  expect(await personOf('back@example.nz')).toMatchObject({ role: 'viewer', state: 'invited' });
  expect(await staff('disable', 'back@example.nz', '--if-unchanged', String(now))).toMatchObject({ status: 0 });
});

test('staff remove: the account is gone, what ends is said, and the last administrator stays', async () => {
  await staff('add', 'leaver@example.nz', '--role', 'viewer');
  expect(await staff('remove', 'LEAVER@example.nz')).toMatchObject({
    status: 0,
    stdout:
      'leaver@example.nz is removed. This ends with their next request: 1 unused link.\n' +
      'They have no unfinished jobs. What they did stays in the audit log under their name.\n',
  });
  expect(await personOf('leaver@example.nz')).toBeUndefined();
  expect(await staff('remove', 'leaver@example.nz')).toMatchObject({ status: 1, stdout: '' });
  expect(await staff('remove', 'ana@example.nz')).toMatchObject({
    status: 1,
    stderr: 'This is the last administrator. Make somebody else an administrator first.\n',
  });
});

test('staff add and staff link: where mail can be sent, the link is mailed and shown only on request', async () => {
  const withMail = { ...environment, SMTP_URL: 'smtp://127.0.0.1:9' };
  const added = await watea(['staff', 'add', 'mailed@example.nz', '--role', 'viewer'], withMail);
  expect(added).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^A link was mailed to mailed@example\.nz\./),
  });
  const { stdout } = await watea(['staff', 'link', 'mailed@example.nz', '--json'], withMail);
  expect(JSON.parse(stdout)).toEqual({ email: 'mailed@example.nz', mailed: true });
  const shown = await watea(['staff', 'link', 'mailed@example.nz', '--show-link'], withMail);
  expect(shown.stdout).toMatch(/^https:\/\/watea\.example\/admin\/invitation#/);
});
