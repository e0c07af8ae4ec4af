import { expect, test } from 'vitest';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

async function migrated() {
  const installation = makeInstallation();
  await installation.run('migrate');
  return installation;
}

test('a name is added, changed and removed, in any form', async () => {
  const { run } = await migrated();
  expect(await run('register add-reserved MĀORI.co.nz --status Reserved --reason reo')).toEqual(
    done('māori.co.nz is on the list as Reserved.\n'),
  );
  // an omitted reason is kept
  expect(await run('register add-reserved xn--mori-qsa.co.nz --status Prohibited --json')).toEqual(
    done('{"name":"xn--mori-qsa.co.nz","status":"Prohibited","reason":"reo"}\n'),
  );
  expect(await run('register list-reserved')).toEqual(
    done('domain,status,reason\nxn--mori-qsa.co.nz,Prohibited,reo\n'),
  );
  expect(await run('register remove-reserved māori.co.nz')).toEqual(done('māori.co.nz is no longer on the list.\n'));
  expect(await run('register list-reserved --json')).toEqual(done('[]\n'));
});

test('a refusal gives the reason and leaves the database unchanged to the byte', async () => {
  const { run, bytes } = await migrated();
  await run('register add-reserved kea.nz --status Conflicted');
  const before = bytes();
  const cases: [args: string, sentence: string][] = [
    [
      'add-reserved www.kea.nz --status Reserved',
      '"www.kea.nz" is not a single label below .nz or below one of its second-level domains.',
    ],
    ['add-reserved gōvt.nz --status Reserved', 'gōvt.nz is already prohibited by a rule, which no list can change.'],
    ['add-reserved kea.co.nz --status Resolved', 'kea.co.nz cannot be Resolved: only names directly below .nz can.'],
    ['remove-reserved tui.nz', 'tui.nz is not on the list: somebody may have removed it already.'],
    ['remove-reserved co.nz', 'co.nz is not on the list: somebody may have removed it already.'],
  ];
  for (const [args, sentence] of cases) expect(await run(`register ${args}`)).toEqual(refused(sentence));
  expect(bytes().equals(before)).toBe(true);
});

test('wrong usage exits with 2', async () => {
  const { run } = await migrated();
  for (const args of [
    'add-reserved kea.nz',
    'add-reserved kea.nz --status Active',
    'remove-reserved',
    'add-reserved',
  ]) {
    expect((await run(`register ${args}`)).status, args).toBe(2);
  }
});

test('changes on the command line are in the audit log', async () => {
  const { run } = await migrated();
  await run('register add-reserved kea.nz --status Resolved');
  await run('register remove-reserved kea.nz');
  expect((await run('check')).stdout).toMatch(/2 /);
});
