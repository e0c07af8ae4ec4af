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

  const again = await staff('add', 'Jo@example.nz', '--role', 'admin', '--json');
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

test('staff add: a disabled account is enabled again, with its new role', async () => {
  await staff('add', 'back@example.nz', '--role', 'viewer');
  await staff('disable', 'back@example.nz');
  await staff('add', 'BACK@example.nz', '--role', 'editor');
  const listed = JSON.parse((await staff('list', '--json')).stdout) as { email: string; role: string; state: string }[];
  expect(listed.find(({ email }) => email === 'back@example.nz')).toMatchObject({ role: 'editor', state: 'invited' });
});
