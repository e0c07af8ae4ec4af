import { expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');

test('reports are listed without their visitor’s email address, and their findings recorded', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  expect(await run('reports list')).toEqual(done('There are no reports.\n'));
  const { sqlite } = openWriter(databaseFile);
  sqlite
    .prepare("INSERT INTO point_report (created_at, y, x, what, email, shown, answer) VALUES (?, ?, ?, ?, ?, '', '')")
    .run(noon, -412_866_000, -52_244_000, 'No fibre\nhere', 'visitor@home.example');
  sqlite.close();
  const listed = await run('reports list --state open');
  expect(listed).toEqual(done('1\topen\t2026-11-20 12:00:00+13:00\t-41.2866/174.7756\tNo fibre here\n'));
  expect(await run('reports change 1 --state done --note Checked')).toEqual(done('Report 1 is changed.\n'));
  expect(await run('reports change 1 --state done')).toEqual(done('Report 1 has this already: nothing was changed.\n'));
  const json = (await run('reports list --json')).stdout;
  expect(JSON.parse(json)).toMatchObject([
    {
      ...{ report: 1, state: 'done', note: 'Checked', y: '-41.2866', x: '174.7756', handledBy: expect.any(String) },
      ...{ came: '2026-11-20T12:00:00+13:00', handled: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/) },
    },
  ]);
  expect(json).not.toContain('visitor@home.example');
  const [{ revision }] = JSON.parse(json);
  await run('reports change 1 --state open');
  expect(await run(`reports change 1 --state done --if-unchanged ${revision}`)).toMatchObject({ status: 1 });
  expect(await run('reports change 9 --state done')).toEqual(refused('This report does not exist.'));
  expect(await run('reports change 1')).toMatchObject({ status: 2 });
});
