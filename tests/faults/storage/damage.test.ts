import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { runReleaseJob } from '#tests/models/register.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { signIn } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const damaged = /^The server cannot answer at present; its data are being checked\. For help, write to /;
function expectDamaged(answered: Answered): void {
  expectError(answered, 503);
  expect(JSON.parse(answered.body).error).toMatch(damaged);
}

const fixtures: OwnFixture[] = [];
afterAll(async () => {
  for (const fixture of fixtures) await fixture.remove();
});

async function fixtureWith(sql: string): Promise<OwnFixture> {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  fixture.change(({ sqlite }) => sqlite.exec(sql));
  return fixture;
}

const asked = '/1.0/availability?domains[]=kea.nz';

test('B10: a registered name that the register has lost is 503, with an alarm, a line in the log and a reason on /readyz', async () => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const [name] = queryDatabase(
    fixture.databaseFile,
    "SELECT name FROM domain WHERE registered IS NOT NULL AND cancelled IS NULL AND name GLOB '*.nz' ORDER BY name DESC LIMIT 1",
  );
  const lost = String(name?.name);
  const { port, output } = await fixture.start();
  expect((await ask(port, { target: `/1.0/availability?domains[]=${lost}` })).body).toContain('"code":"200"');
  expect((await ask(port, { target: '/readyz' })).status).toBe(200);

  fixture.change(({ sqlite }) => sqlite.prepare('DELETE FROM domain WHERE name = ?').run(lost));
  const answered = await ask(port, { target: `/1.0/availability?domains[]=${lost}` });
  expectDamaged(answered);
  expect(answered.headers['retry-after']).toBe('60');
  // from then on the process answers nothing of that API
  for (const target of [asked, '/1.0/droplist', '/1.0/droplist/released']) {
    expectDamaged(await ask(port, { target }));
  }
  const sentence = `The register and its second witness disagree about ${lost}.`;
  const ready = await ask(port, { target: '/readyz' });
  expect([ready.status, ready.body]).toEqual([503, `The registry API does not answer. ${sentence}\n`]);
  expect((await ask(port, { target: '/healthz' })).status).toBe(200);
  await waitUntil(
    'the alarm',
    () => queryDatabase(fixture.databaseFile, "SELECT * FROM alarm WHERE subject = 'registry data'").length > 0,
  );
  expect(output()).toContain('"event":"damage found"');
  expect(output()).toContain(sentence);
  const overview = await ask(port, { target: '/admin', headers: { Cookie: signIn(fixture.databaseFile, 'viewer') } });
  expect(overview.body).toContain(sentence);
});

test.each([
  [
    'the job that released them is',
    'UPDATE release_run SET free_at = free_at - 65536',
    'The release jobs that have run',
  ],
  ['one of them is', 'UPDATE domain SET registered = 7 WHERE free_at > 0 AND name = @name', 'The cancelled names'],
])('B10: no list of released names is answered when %s altered', async (_what, sql, words) => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const scheduleDate = Date.parse('2026-11-21T00:00:00+13:00');
  fixture.change((writer) => runReleaseJob(writer, { scheduleDate, kind: 'scheduled', nowMs: scheduleDate }));
  const { port } = await fixture.start({ WATEA_NOW: '2026-11-21T12:00:00+13:00' });
  fixture.change(({ sqlite }) => void sqlite.prepare(sql).run({ name: 'pending-first.co.nz' }));
  expectDamaged(await ask(port, { target: '/1.0/droplist/released' }));
  expect((await ask(port, { target: '/readyz' })).body).toContain(words);
});

test('B10: an API whose data are found damaged at the start does not answer; the other does', async () => {
  const fixture = await fixtureWith(
    'UPDATE coverage_offer SET bandwidth_max_mbps = bandwidth_max_mbps + 1 WHERE id = 1',
  );
  const { port } = await fixture.start({ WEB_CONCURRENCY: '2' });
  expect((await ask(port, { target: asked })).status).toBe(200);
  expectDamaged(await ask(port, { target: '/api/1.0/availability/yx/-41.2865/174.7762' }));
  const ready = await ask(port, { target: '/readyz' });
  expect(ready.body).toMatch(
    /^The broadband API does not answer\. The offers of coverage version \d+ are damaged\.\n$/,
  );
});

test('B10: a server on a file with flipped bits gives no name another status than it has', async () => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const rows = queryDatabase(
    fixture.databaseFile,
    "SELECT name FROM domain WHERE registered IS NOT NULL AND name LIKE '%.nz'",
  );
  const names = rows.map(({ name }) => String(name)).slice(0, 50);
  const target = `/1.0/availability?${names.map((name) => `domains[]=${name}`).join('&')}`;
  const first = await fixture.start();
  const right = (await ask(first.port, { target })).body;
  await first.stop();
  const whole = `${fixture.databaseFile}.whole`;
  copyFileSync(fixture.databaseFile, whole);
  for (let flip = 0; flip < 4; flip++) {
    const bytes = readFileSync(whole);
    const place = bytes.indexOf(names[flip * 3] ?? '');
    bytes[place + 1] = (bytes[place + 1] ?? 0) ^ 4;
    writeFileSync(fixture.databaseFile, bytes);
    const server = await fixture.start().catch(() => undefined);
    if (server === undefined) continue;
    const { status, body } = await ask(server.port, { target });
    expect(status === 200 ? body : right).toBe(right);
    await server.stop();
  }
}, 60_000);
