import { expect, test } from 'vitest';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

async function withKey() {
  const installation = makeInstallation();
  const { run } = installation;
  await run('migrate');
  await run('users add me@isp.example --organisation Isp');
  const issued = await run('keys issue --user me@isp.example --label map --per-day 10 --expires 2027-01-01 --json');
  const key = JSON.parse(issued.stdout) as { prefix: string; key: string };
  const list = async () => JSON.parse((await run('keys list --json')).stdout) as Record<string, unknown>[];
  return { ...installation, ...key, list };
}

test('the terms of a key are changed, each by itself', async () => {
  const { run, prefix, list } = await withKey();
  expect(await run(`keys change ${prefix} --per-day 1000000000000 --expires never`)).toEqual(
    done(`Key 1 (${prefix}…) of me@isp.example is changed.\n`),
  );
  expect(await run(`keys change 1 --label map`)).toEqual(
    done(`Key 1 (${prefix}…) of me@isp.example has these terms already: nothing was changed.\n`),
  );
  expect((await list())[0]).toMatchObject({ label: 'map', perDay: 10 ** 12, perSecond: null, expires: null });
  await run('keys change 1 --per-day default');
  expect((await list())[0]).toMatchObject({ perDay: null });
  expect(await run('keys change 1')).toMatchObject({ status: 2 });
  expect(await run('keys change 9 --label x')).toEqual(refused('No active key matches 9; "keys list" shows them.'));
});

test('a key is bound to web pages, and freed again', async () => {
  const { run, prefix } = await withKey();
  expect(await run('keys origins 1 https://a.example https://b.example')).toEqual(
    done(`Key 1 (${prefix}…) of me@isp.example works on web pages of https://a.example, https://b.example only.\n`),
  );
  expect(await run('keys origins 1')).toEqual(done(`Key 1 (${prefix}…) of me@isp.example works anywhere.\n`));
  expect((await run('keys origins 1 https://a.example/path')).stderr).toContain('is not a web origin');
});

test('a key is replaced on the same terms, and the old one goes on for a while', async () => {
  const { run, prefix, list } = await withKey();
  const { stdout } = await run(`keys replace ${prefix} --overlap 1d --json`);
  const replaced = JSON.parse(stdout);
  expect(replaced).toEqual({
    id: 2,
    key: expect.stringMatching(/^watea[A-Za-z0-9]{40}$/),
    prefix: expect.any(String),
    user: 'me@isp.example',
    expires: '2027-01-01T00:00:00+13:00',
    replaced: { id: 1, prefix, expires: expect.stringMatching(/^2026-11-21T12:00:\d\d\+13:00$/) },
  });
  const [old, fresh] = await list();
  expect(old).toMatchObject({ expires: replaced.replaced.expires, state: 'expiring' });
  expect(fresh).toMatchObject({ label: 'map', perDay: 10, expires: '2027-01-01T00:00:00+13:00' });
  const ended = await run('keys replace 2 --overlap 0 --expires never');
  expect(ended.stdout).toMatch(/^watea[A-Za-z0-9]{40}\nKey 3 .*\nThe old key, 2 \(.{6}…\), no longer works\.\n$/);
  expect((await list())[1]).toMatchObject({ state: 'revoked' });
  expect(await run('keys replace 3 --overlap soon')).toMatchObject({ status: 2 });
});

test('users are listed, changed and removed with their keys', async () => {
  const { run, list } = await withKey();
  expect(await run('users list')).toEqual(done('me@isp.example\t1 key in use\t\tIsp\n'));
  expect(await run('users change ME@isp.example --email you@isp.example --name Aroha')).toEqual(
    done('you@isp.example is changed.\n'),
  );
  expect(JSON.parse((await run('users list --json')).stdout)).toEqual([
    {
      email: 'you@isp.example',
      name: 'Aroha',
      organisation: 'Isp',
      keys: 1,
      added: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/),
      revision: expect.any(Number),
    },
  ]);
  expect(await run('users remove you@isp.example')).toEqual(
    done('you@isp.example is removed; their keys no longer work.\n'),
  );
  expect(await list()).toEqual([]);
  expect(await run('users remove you@isp.example')).toEqual(
    refused('No user has the email address you@isp.example; "users list" shows them.'),
  );
});
