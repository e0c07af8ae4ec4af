import { expect, test } from 'vitest';
import { getRequest } from '#db/access/requests/requests.ts';
import { openDatabase } from '#db/client.ts';
import { askForAccess, confirmRequest } from '#flows/access/requests/ask.ts';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

const mailing = { baseUrl: 'https://watea.example', isMailSet: false };
const nowMs = Date.now();

const person = {
  name: 'Kim',
  email: 'kim@isp.example',
  organisation: 'Kim Ltd',
  purpose: 'A map',
  terms: 'yes',
} as const;

test('what people ask for is listed, approved, declined, and links are passed on', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  expect(await run('requests list')).toEqual(done('Nobody has asked yet.\n'));
  const { writer, reader } = openDatabase(databaseFile);
  await askForAccess(writer, { ...person, kind: 'key', website: '' }, mailing, nowMs);
  await askForAccess(writer, { ...person, kind: 'networks', networks: '192.0.2.0/24', website: '' }, mailing, nowMs);
  await askForAccess(writer, { ...person, kind: 'key', website: '' }, mailing, nowMs);
  const waiting = JSON.parse((await run('requests links --json')).stdout) as { link: string; purpose: string }[];
  expect(waiting.map(({ purpose }) => purpose)).toEqual(['confirm', 'confirm', 'confirm']);
  expect(await run('requests approve 1')).toMatchObject({ status: 1 });
  for (const { link } of waiting) await confirmRequest(writer, new URL(link).searchParams.get('token') ?? '', nowMs);
  const listed = JSON.parse((await run('requests list --state open --json')).stdout);
  expect(listed.map(({ request, kind }: { request: number; kind: string }) => [request, kind])).toEqual([
    [3, 'key'],
    [2, 'networks'],
    [1, 'key'],
  ]);
  expect(listed[1]).toMatchObject({
    state: 'open',
    email: 'kim@isp.example',
    networks: ['192.0.2.0/24'],
    received: expect.stringMatching(/T.*\+1[23]:00$/),
  });

  expect(await run('requests approve 1 --registrar Kim')).toMatchObject({ status: 2 });
  expect(await run('requests approve 1 --label Map')).toEqual(
    done('Request 1 is approved: a link shows the key once.\n'),
  );
  const [claim] = JSON.parse((await run('requests links --json')).stdout) as { link: string; purpose: string }[];
  expect(claim).toMatchObject({ purpose: 'claim', link: expect.stringContaining('/developers/key?token=') });
  expect(await run('requests approve 2')).toMatchObject({ status: 2 });
  expect(await run('requests approve 2 --registrar Kim')).toMatchObject({ status: 1 });
  expect(await run('requests approve 2 --registrar Kim --new-registrar')).toEqual(
    done('Request 2 is approved: the networks may call within a second.\n'),
  );
  expect((await run('allow test 192.0.2.7')).stdout).toContain('gets in as Kim');
  const { revision } = listed[0];
  expect(await run(`requests decline 3 --reason Twice --if-unchanged ${revision - 1}`)).toMatchObject({ status: 1 });
  expect(await run(`requests decline 3 --reason Twice --if-unchanged ${revision}`)).toEqual(
    done('Request 3 is declined.\n'),
  );
  expect(getRequest(reader, 3)).toMatchObject({ state: 'declined', reason: 'Twice' });
  expect(await run('requests decline 3 --reason Again')).toMatchObject({ status: 1 });
  expect(await run('requests approve 9')).toEqual(refused('This request no longer exists.'));
});
