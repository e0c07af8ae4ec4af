import { copyFileSync } from 'node:fs';
import type { Bench } from '#bench/bench.ts';
import { flood } from '#bench/contest/flood-plan.ts';
import { benchKey } from '#bench/data.ts';
import type { Row } from '#bench/measure/row.ts';
import { openWriter } from '#db/client.ts';
import { callAction, ownOrigin } from '#tests/support/staff/action.ts';

const lookUps = {
  names: '/1.0/availability?domains[]=example.co.nz',
  points: `/api/1.0/availability/yx/-41.05/174.05?api_key=${benchKey}`,
};

/** What callers and staff notice while another process holds the write lock. */
export async function locksPart(bench: Bench): Promise<Row[]> {
  const databaseFile = `${bench.file('locked')}.db`;
  copyFileSync(bench.data.full, databaseFile);
  const { port } = await bench.watea('Wātea', databaseFile, { BASE_URL: ownOrigin });
  const quiet = async (target: string) => {
    const load = { port, targets: [target], from: ['127.0.0.1'], connections: 4, perSecond: 50 };
    const { byStatus } = await flood({ ...load, seconds: bench.isQuick ? 2 : 5 });
    return byStatus['200']?.p99Ms ?? Number.NaN;
  };
  await signIn(port);
  const free = await signIn(port);
  const other = openWriter(databaseFile);
  const rows: Row[] = [];
  for (const [what, target] of Object.entries(lookUps)) {
    await quiet(target);
    const calm = await quiet(target);
    other.sqlite.exec('BEGIN IMMEDIATE');
    const held = await quiet(target);
    other.sqlite.exec('ROLLBACK');
    rows.push({
      what: `p99 of ${what} while another process holds the write lock`,
      measured: `${held.toFixed(2)} ms`,
      against: `without it: ${calm.toFixed(2)} ms`,
      figure: held - calm,
      unit: ' ms more',
      goal: { most: 5 },
    });
  }
  other.sqlite.exec('BEGIN IMMEDIATE');
  const refused = await signIn(port);
  other.sqlite.exec('ROLLBACK');
  other.sqlite.close();
  await bench.stopContestants();
  rows.push({
    what: 'a sign-in is refused while another process holds the write lock, after',
    measured: `${refused.toFixed(2)} s`,
    against: `without it: ${free.toFixed(2)} s`,
    figure: refused,
    unit: ' s',
    goal: { most: 5 },
  });
  return rows;
}

/** Signs in with a wrong password, which is recorded. @returns how long the answer took, in seconds */
async function signIn(port: number): Promise<number> {
  const action = { file: 'app/admin/login/actions.ts', name: 'signIn' };
  const values = [{ email: 'nobody@example.nz', password: 'not the password' }];
  const startedAt = performance.now();
  const { ok } = await callAction(port, { page: '/admin/login', action, values, cookie: undefined, origin: ownOrigin });
  if (ok !== false) throw new Error('The sign-in was not refused.');
  return (performance.now() - startedAt) / 1000;
}
