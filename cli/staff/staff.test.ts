import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wateaHere as watea } from '#tests/support/command-line-here.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const folder = makeFolder();
const environment = { DATABASE_URL: `file:${join(folder.path, 'watea.db')}`, BASE_URL: 'https://watea.example' };
const staff = (...args: string[]) => watea(['staff', ...args], environment);

beforeAll(async () => {
  await watea(['migrate'], environment);
});
afterAll(() => folder.remove());

test('staff: a person is invited, listed and disabled; the last administrator stays', async () => {
  expect((await staff('list')).stdout).toContain('There is nobody yet');
  const added = await staff('add', 'jo@example.nz', '--role', 'admin');
  expect(added).toMatchObject({ status: 0 });
  expect(added.stdout).toMatch(/^https:\/\/watea\.example\/admin\/invitation#[\w-]{43}\n/);

  const again = await staff('add', 'Jo@example.nz', '--role', 'admin', '--json');
  const { link } = JSON.parse(again.stdout) as { link: string };
  expect(added.stdout).not.toContain(link);
  expect((await staff('list')).stdout).toBe('jo@example.nz\tadmin\tinvited\tnever signed in\n');

  expect(await staff('disable', 'jo@example.nz')).toMatchObject({
    status: 1,
    stderr: 'This is the last administrator: make somebody else one first.\n',
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
  ['what is no e-mail address', ['add', 'x', '--role', 'viewer'], 2],
  ['nobody of that address', ['disable', 'nobody@example.nz'], 1],
])('staff: %s is refused', async (_case, args, status) => {
  const ran = await staff(...args);
  expect(ran.status).toBe(status);
  expect(ran.stdout).toBe('');
});
