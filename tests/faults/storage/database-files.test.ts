import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { watea } from '#tests/support/command-line.ts';
import { keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { tilePath } from '#tests/support/tiles.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const fixtures: OwnFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.remove();
});

async function startedFixture(): Promise<{ fixture: OwnFixture; server: ServerProcess; file: string }> {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const file = fixture.databaseFile;
  const server = await fixture.start();
  // every process and thread has the files open
  await waitUntil('the background thread', () => queryDatabase(file, 'SELECT 1 FROM lease').length > 0);
  expect((await ask(server.port, { target: '/admin/login' })).status).toBe(200);
  return { fixture, server, file };
}

const ready = async ({ port }: ServerProcess) => {
  const { status, body } = await ask(port, { target: '/readyz' });
  return `${status} ${body.trim()}`;
};

const untilReady = (server: ServerProcess, pattern: RegExp) =>
  waitUntil(`/readyz to say ${pattern}`, async () => pattern.test(await ready(server)));

/** The fixture's database with one more registered name, closed. */
function otherDatabase(file: string): string {
  const path = `${file}.restored`;
  const source = new Database(file, { readonly: true });
  source.exec(`VACUUM INTO '${path}'`);
  source.close();
  return path;
}

/** Every file and folder beside the database, and the database, with the modes that are not for its user alone. */
function openToOthers(databaseFile: string): string[] {
  const folder = dirname(databaseFile);
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const mode = statSync(path).mode & 0o777;
    return mode === (entry.isDirectory() ? 0o700 : 0o600) ? [] : [`${relative(folder, path)} ${mode.toString(8)}`];
  });
}

test('the database and everything beside it are for their user alone, also what existed before', async () => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const file = fixture.databaseFile;
  mkdirSync(`${file}-tiles/1`, { recursive: true });
  writeFileSync(`${file}-tiles/1/old.png`, '');
  for (const name of readdirSync(dirname(file)))
    chmodSync(join(dirname(file), name), name.endsWith('-tiles') ? 0o755 : 0o644);
  const umask = process.umask(0);
  try {
    // without SECRET_KEY in the environment, the server makes a file of it
    const server = await fixture.start({ SECRET_KEY: '' });
    for (const target of [tilePath(1, 174.05, -40.95, 9), '/1.0/droplist', '/places?q=wha'])
      await ask(server.port, { target: target.startsWith('/tiles') ? `${target}.mvt` : target });
    await ask(server.port, { target: `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}` });
    const environment = { DATABASE_URL: `file:${file}` };
    const places = 'name,feat_type,latitude,longitude\nLevin,Town,-40.62,175.28\n';
    expect(await watea(['places', 'import', '-'], environment, places)).toMatchObject({ status: 0 });
    await waitUntil('a tile on the disk', () => readdirSync(`${file}-tiles`).length > 1);
    expect(openToOthers(file)).toEqual([]);
  } finally {
    process.umask(umask);
  }
});

describe('a running server', () => {
  test('notices that its database is away, confirms no change, and goes on when it is back', async () => {
    const { server, file } = await startedFixture();
    expect(await ready(server)).toBe('200 ready');
    renameSync(file, `${file}.away`);
    await untilReady(server, /^503 .*no longer exists/);
    for (const target of [
      '/1.0/availability?string=free',
      `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`,
    ])
      expect([target, (await ask(server.port, { target })).status]).toEqual([target, 503]);
    const refused = await watea(['allow', 'add', '192.0.2.77', '--registrar', 'Lost'], {
      DATABASE_URL: `file:${file}`,
    });
    expect(refused.status).toBe(1);
    renameSync(`${file}.away`, file);
    await untilReady(server, /^200 ready/);
  });

  test('notices that another file was copied over its database, and lets a person decide', async () => {
    const { server, fixture, file } = await startedFixture();
    copyFileSync(otherDatabase(file), file);
    await untilReady(server, /^503 .*was (overwritten|truncated)/);
    await fixture.stopAll();
    const started = await watea(['check'], { DATABASE_URL: `file:${file}` });
    expect(started.stderr).toContain('was overwritten while it was in use');
    for (const suffix of ['-wal', '-shm', '-overwritten']) rmSync(`${file}${suffix}`, { force: true });
    expect(await watea(['check'], { DATABASE_URL: `file:${file}` })).toMatchObject({ status: 0 });
  });

  test('begins again on a database that was moved over its own', async () => {
    const { server, file } = await startedFixture();
    const inode = statSync(otherDatabase(file)).ino;
    renameSync(`${file}.restored`, file);
    await waitUntil('the process to end, or another to answer', async () => {
      if (server.child.exitCode !== null) return true;
      return (await ready(server).catch(() => '')).startsWith('200') && server.output().includes('have changed');
    });
    expect(server.output()).toMatch(/"change":"replaced"/);
    expect(statSync(file).ino).toBe(inode);
    expect(await watea(['check'], { DATABASE_URL: `file:${file}` })).toMatchObject({ status: 0 });
  });

  test('keeps what is only in a log that was removed', async () => {
    const { server, fixture, file } = await startedFixture();
    fixture.change(({ sqlite }) =>
      sqlite.exec("INSERT INTO listed_name (name, status) VALUES ('kept.nz', 'Reserved')"),
    );
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    rmSync(`${file}-wal`);
    await waitUntil('the process to end, or another to answer', () => {
      return server.child.exitCode !== null || server.output().includes('"change":"log-missing"');
    });
    await fixture.stopAll();
    const sqlite = new Database(file, { readonly: true });
    expect(sqlite.prepare("SELECT status FROM listed_name WHERE name = 'kept.nz'").pluck().get()).toBe('Reserved');
    sqlite.close();
  });
});
