import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoAuckland } from '#lib/time/auckland.ts';
import { messagesOf, watea } from '#tests/support/command-line.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { ask } from '#tests/support/http.ts';
import { tries } from '#tests/support/long.ts';
import { runServerToItsEnd, startServer } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { buildFormerRelease, hasCommit } from '#tests/support/releases/former-release.ts';
import { answerOf, type RecordedAnswer, recordedReleases } from '#tests/support/releases/recorded-release.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const root = join(import.meta.dirname, '../../..');
const releases = recordedReleases();
const migrations = readdirSync(join(root, 'db/migrations')).toSorted();

/** What a list had: without what storing it takes, which may change, and in today's words. */
function comparable(list: unknown): unknown {
  return JSON.parse(JSON.stringify(list), (key, value: unknown) => {
    if (key === 'indexBytes') return undefined;
    if (key === 'state' && value === 'stands') return 'works';
    if (typeof value === 'number' && key.endsWith('At')) return isoAuckland(value);
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:/.test(value)) return value.replace(' ', 'T');
    return value !== null && typeof value === 'object' ? renamed(value as Record<string, unknown>) : value;
  });
}

/** A key's times under the names that they have had since. */
function renamed(row: Record<string, unknown>): Record<string, unknown> {
  if (!('revokedAt' in row)) return row;
  const { createdAt: created, expiresAt: expires, revokedAt: revoked, ...rest } = row;
  return { ...rest, created, expires, revoked };
}

/** Every row of every table. */
function rowsOf(file: string): Record<string, unknown> {
  const tables = queryDatabase(file, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  return Object.fromEntries(tables.map(({ name }) => [name, queryDatabase(file, `SELECT * FROM "${name}"`)]));
}

test('there is a release to update from', () => {
  expect(releases.length).toBeGreaterThan(0);
});

/** Sentences of errors may become clearer from release to release (B2): of errors only the code is compared. */
const withoutSentences = (answers: readonly RecordedAnswer[]) =>
  answers.map((answer) => ({
    ...answer,
    body: answer.body.replaceAll(/(?<=\{"code":\d{3},"error":)"(?:[^"\\]|\\.)*"/g, '""'),
  }));

describe.each(releases.map((release) => [release.version, release] as const))(
  'a database of %s',
  (_version, release) => {
    const folder = makeFolder();
    const file = join(folder.path, 'watea.db');
    const backup = join(folder.path, 'before-update.tar.zst');
    const settings = { DATABASE_URL: `file:${file}`, WATEA_NOW: release.now, WATEA_DEMO: 'off', SECRET_KEY: '' };
    const environment = { ...settings, LOG_LEVEL: 'error' };
    const run = async (...args: readonly string[]) => {
      const ran = await watea(args, environment);
      return { ...ran, stderr: messagesOf(ran) };
    };
    const databaseVersion = () => queryDatabase(file, 'PRAGMA user_version')[0]?.user_version;
    let rows: Record<string, unknown>;

    /** Asks a server of this release, or of the one in a folder, what was recorded. @param beforeItStops what to wait for */
    async function answersOf(
      releaseFolder?: string,
      beforeItStops?: () => Promise<unknown>,
    ): Promise<RecordedAnswer[]> {
      const server = await startServer(environment, { folder: releaseFolder });
      try {
        const answers: RecordedAnswer[] = [];
        for (const { request } of release.answers) answers.push(await answerOf(server.port, request));
        expect((await ask(server.port, { target: '/', headers: { Accept: 'text/html' } })).status).toBe(200);
        await beforeItStops?.();
        return answers;
      } finally {
        await server.stop();
      }
    }

    beforeAll(async () => {
      expect(await run('restore', release.archive)).toMatchObject({ status: 0, stderr: '' });
      rows = rowsOf(file);
    });
    afterAll(() => folder.remove());

    test('has the first of the migrations of today: later ones are only added at the end', () => {
      expect(migrations.slice(0, release.migrations.length)).toEqual(release.migrations);
      expect(databaseVersion()).toBe(release.migrations.length);
    });

    test('is backed up by the new release before the update, and stays as it is', async () => {
      expect(await run('backup', backup)).toMatchObject({ status: 0, stderr: '' });
      expect(rowsOf(file)).toEqual(rows);
    });

    test('migrates at the start of the new release, which answers both APIs as before, byte for byte', async () => {
      expect(release.answers.length).toBeGreaterThan(60);
      const unsummed =
        "SELECT 1 FROM coverage_version WHERE state = 'ready' AND id NOT IN (SELECT version_id FROM coverage_area_block)";
      const summed = () => waitUntil('jobs sum the areas', () => queryDatabase(file, unsummed).length === 0);
      expect(withoutSentences(await answersOf(undefined, summed))).toEqual(withoutSentences(release.answers));
      expect(databaseVersion()).toBe(migrations.length);
    });

    test('is sound after that, and has what staff had entered', async () => {
      expect(await run('check')).toMatchObject({ status: 0, stderr: '' });
      for (const [command, list] of Object.entries(release.lists)) {
        const { stdout } = await run(...command.split(' '), '--json');
        expect(JSON.parse(stdout), command).toMatchObject(comparable(list) as object);
      }
    });

    test('has the way back: the backup of before restores every row that the former release had', async () => {
      expect((await run('allow', 'add', '192.0.2.0/24', '--registrar', 'Example Registrar')).status).toBe(0);
      expect(rowsOf(file)).not.toEqual(rows);
      expect(await run('restore', backup)).toMatchObject({ status: 0, stderr: '' });
      expect(rowsOf(file)).toEqual(rows);
      expect(databaseVersion()).toBe(release.migrations.length);
    });

    // builds the former release: npm run test:long
    test.skipIf(tries(0, 1) === 0 || !hasCommit(release.commit))(
      'is answered by the former release after the way back, and refused by it before',
      async () => {
        const former = join(folder.path, 'former');
        buildFormerRelease(release.commit, former);
        expect(await answersOf(former)).toEqual(release.answers);
        expect((await run('migrate')).status).toBe(0);
        const { status, output } = await runServerToItsEnd(environment, former);
        expect(status).toBe(1);
        expect(output).toMatch(/^The database .* newer /);
        expect((await run('restore', backup)).status).toBe(0);
        expect(await answersOf(former)).toEqual(release.answers);
      },
      // packages are installed and pages built
      1_800_000,
    );
  },
);
