import { expect, test } from 'vitest';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

async function migrated() {
  const installation = makeInstallation();
  await installation.run('migrate');
  return installation;
}

const usage = (sentence: string) => ({ status: 2, stdout: '', stderr: `${sentence}\n` });

test('registrars are added, listed, changed, disabled, enabled and removed', async () => {
  const { run } = await migrated();
  const list = async () => JSON.parse((await run('registrars list --json')).stdout);
  expect(await run('registrars list')).toEqual(
    done('There are no registrars yet: add one with "registrars add NAME".\n'),
  );
  expect(await run('registrars add Kauri --contact k@kauri.example --per-second 7')).toEqual(
    done('Kauri is added. Give it networks with "allow add CIDR --registrar Kauri".\n'),
  );
  await run('allow add 192.0.2.0/24 --registrar Kauri');
  expect(await run('registrars disable kauri')).toEqual(done('Kauri is disabled.\n'));
  expect(await run('registrars disable kauri')).toEqual(done('Kauri is already disabled.\n'));
  expect((await run('allow test 192.0.2.1')).stdout).toMatch(/is refused: no active entry contains it\.\n.*disabled/);
  expect(await run('registrars enable Kauri')).toEqual(done('Kauri is enabled.\n'));
  expect(await run('registrars change Kauri --rename Rimu --per-second default')).toEqual(done('Rimu is changed.\n'));
  expect(await run('registrars change Rimu --per-second default')).toEqual(
    done('Rimu has these details already: nothing was changed.\n'),
  );
  expect(await list()).toEqual([
    {
      name: 'Rimu',
      contact: 'k@kauri.example',
      networks: 1,
      perSecond: null,
      state: 'enabled',
      added: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/),
      revision: expect.any(Number),
    },
  ]);
  const [{ revision }] = await list();
  await run('registrars disable Rimu');
  expect(await run(`registrars enable Rimu --if-unchanged ${revision}`)).toMatchObject({ status: 1 });
  expect(await run('registrars remove Rimu')).toEqual(done('Rimu is removed with its networks.\n'));
  expect(await run('registrars remove Rimu')).toEqual(
    refused('No registrar is called Rimu; "registrars list" shows them.'),
  );
  expect(await run('registrars change Rimu')).toEqual(
    usage('Give at least one of --rename, --contact, --note and --per-second.'),
  );
});

test('R11: allow test says which entry decides, and what the others are', async () => {
  const { run } = await migrated();
  await run('allow add 192.0.2.0/24 --registrar Wide --new-registrar');
  await run('allow add 192.0.2.7 --registrar Close --new-registrar');
  expect(await run('allow test 192.0.2.7')).toEqual(
    done('192.0.2.7 gets in as Close, through the entry 192.0.2.7/32.\n192.0.2.0/24\tWide\tactive\n'),
  );
  expect(await run('allow test ::ffff:192.0.2.9 --json')).toEqual(
    done('{"address":"192.0.2.9","allowed":true,"registrar":"Wide","network":"192.0.2.0/24","others":[]}\n'),
  );
  expect(await run('allow test 198.51.100.1')).toEqual(done('198.51.100.1 is refused: no network contains it.\n'));
  expect(await run('allow test somewhere')).toMatchObject({ status: 2, stdout: '' });
});

test('with --json, wrong usage is JSON too', async () => {
  const { run } = await migrated();
  const cases: [args: string, error: RegExp][] = [
    ['allow add 192.0.2.1 --json', /^required option '--registrar <name>' not specified$/],
    ['allow test somewhere --json', /Write it like 192\.0\.2\.7 or 2001:db8::7\.$/],
    ['registrars colour --json', /^unknown command 'colour'/],
    ['allow import nowhere.csv --json', /^There is no file nowhere\.csv\.$/],
    ['keys issue --user a@b.nz --per-day 1000000000001 --json', /from 1 to 1,000,000,000,000\.$/],
  ];
  for (const [args, error] of cases) {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ error: expect.stringMatching(error), faults: [], total: 0 });
  }
});
