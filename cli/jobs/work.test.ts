import { expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { done, type Installation, makeInstallation, refused } from '#tests/support/installation.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');

test('jobs are listed, cancelled and run again', async () => {
  const { run } = await withJobs('Draw layer 1', 'Draw layer 2');
  expect(await run('work list')).toEqual(
    done(
      [
        '2\twaiting\t2026-11-20 12:00:00+13:00\tDraw layer 2\teditor@watea.example\tStarts after: Draw layer 1\n',
        '1\twaiting\t2026-11-20 12:00:00+13:00\tDraw layer 1\teditor@watea.example\tStarts in a moment\n',
      ].join(''),
    ),
  );
  expect(await run('work cancel 2')).toEqual(done('Job 2 is cancelled. One that runs ends within seconds.\n'));
  expect(await run('work cancel 2')).toMatchObject({ status: 1 });
  expect(JSON.parse((await run('work list --state cancelled --json')).stdout)).toMatchObject([
    { job: 2, state: 'cancelled', added: '2026-11-20T12:00:00+13:00', ended: expect.stringMatching(/^2026-11-20T/) },
  ]);
  expect(await run('work retry 2 --json')).toEqual(done('{"job":3,"of":2}\n'));
  expect(await run('work retry 1')).toMatchObject({ status: 1 });
  expect(await run('work cancel 9')).toEqual(refused('This job does not exist.'));
  expect(await run('work cancel first')).toMatchObject({ status: 2 });
});

async function withJobs(...titles: string[]): Promise<Installation> {
  const installation = makeInstallation();
  await installation.run('migrate');
  const { db, sqlite } = openWriter(installation.databaseFile);
  for (const title of titles) {
    const actor = { who: 'editor@watea.example', address: null };
    addJob(db, { kind: 'register release', title, parameters: {} }, { actor, nowMs: noon });
  }
  sqlite.close();
  return installation;
}
