import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesOf, watea } from '#tests/support/command-line.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { recordedReleases } from '#tests/support/releases/recorded-release.ts';

const targets = [
  '/1.0/availability?domains[]=active.nz&domains[]=pending-first.co.nz&domains[]=free.co.nz',
  '/1.0/droplist',
  `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`,
  '/places?q=whang',
];
const backups = makeFolder();
let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(async () => {
  await fixture.remove();
  backups.remove();
});

const answersOf = ({ port }: ServerProcess) =>
  Promise.all(targets.map(async (target) => (await ask(port, { target })).body));

test('what is backed up while a server answers is answered the same after a restore', async () => {
  const archive = join(backups.path, 'smoke.tar.zst');
  const environment = { DATABASE_URL: `file:${fixture.databaseFile}` };
  const before = await answersOf(await fixture.start());
  const backedUp = await watea(['backup', archive], environment);
  expect([backedUp.status, messagesOf(backedUp)]).toEqual([0, '']);
  await fixture.stopAll();
  const folder = dirname(fixture.databaseFile);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  const restored = await watea(['restore', archive], environment);
  expect([restored.status, messagesOf(restored)]).toEqual([0, '']);
  expect(await answersOf(await fixture.start())).toEqual(before);
});

test('a backup of the last release is restored, migrated and sound', async () => {
  const release = recordedReleases().at(-1);
  const environment = { DATABASE_URL: `file:${join(backups.path, 'former.db')}`, WATEA_NOW: release?.now ?? '' };
  for (const command of [['restore', release?.archive ?? ''], ['migrate'], ['check']]) {
    const ran = await watea(command, environment);
    expect([command[0], ran.status, messagesOf(ran)]).toEqual([command[0], 0, '']);
  }
});
