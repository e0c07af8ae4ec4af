import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { seedDemonstration } from '#flows/demonstration/seed.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { runServerToItsEnd } from '#tests/support/processes/server-process.ts';

const folder = makeFolder();
const file = (name: string) => join(folder.path, name);
const url = (name: string) => `file:${file(name)}`;
let taken: net.Server;
let port: string;

beforeAll(async () => {
  taken = net.createServer().listen(0, '::');
  await once(taken, 'listening');
  port = String((taken.address() as AddressInfo).port);

  const newer = openDatabase(file('newer.db'));
  migrate(newer.writer);
  newer.writer.sqlite.pragma('user_version = 99');
  const foreign = new Database(file('foreign.db'));
  foreign.exec('CREATE TABLE recipe (name TEXT)');
  writeFileSync(file('text.db'), 'This is a letter, and no database at all.\n'.repeat(50));
  mkdirSync(file('folder.db'));
  const demonstration = openDatabase(file('demonstration.db'));
  migrate(demonstration.writer);
  await seedDemonstration(demonstration, file('demonstration.db'), Date.now());
  for (const { sqlite } of [newer.reader, newer.writer, demonstration.reader, demonstration.writer]) sqlite.close();
  foreign.close();
});
afterAll(() => {
  taken.close();
  folder.remove();
});

/** Settings that the server must refuse, and the sentence with the reason. */
const refused: [what: string, settings: () => Record<string, string>, sentence: () => string | RegExp][] = [
  [
    'a port that is not a number',
    () => ({ PORT: '80a' }),
    () => 'PORT must be a whole number from 0 to 65535; it is "80a".',
  ],
  [
    'an unknown environment',
    () => ({ WATEA_ENVIRONMENT: 'live', WEB_CONCURRENCY: '2' }),
    () => 'WATEA_ENVIRONMENT must be one of test, staging, pre-production, production; it is "live".',
  ],
  [
    'a proxy that is not a network',
    () => ({ TRUSTED_PROXIES: '10.0.0.1, proxy.internal' }),
    () => /^TRUSTED_PROXIES: "proxy\.internal" [^\n]+\.$/,
  ],
  [
    'a clock that is not a time',
    () => ({ WATEA_NOW: 'tomorrow' }),
    () => /^WATEA_NOW must be an instant [^\n]+; it is "tomorrow"\.$/,
  ],
  ['a port in use', () => ({ PORT: port }), () => `Port ${port} is taken: stop what uses it, or set PORT to another.`],
  [
    'a port in use, by several workers',
    () => ({ PORT: port, WEB_CONCURRENCY: '2' }),
    () => `Port ${port} is taken: stop what uses it, or set PORT to another.`,
  ],
  [
    "another machine's address",
    () => ({ HOST: '192.0.2.1' }),
    () => 'HOST 192.0.2.1 is not an address of this machine.',
  ],
  [
    'a host that does not exist',
    () => ({ HOST: 'watea.invalid' }),
    () => 'HOST watea.invalid is not an address of this machine.',
  ],
  [
    'a database of a newer version',
    () => ({ DATABASE_URL: url('newer.db') }),
    () =>
      /^The database [^\n]*newer\.db is at version 99, newer than this Wātea knows \(\d+\): run the newer Wātea, or restore a backup\.$/,
  ],
  [
    "another program's database",
    () => ({ DATABASE_URL: url('foreign.db') }),
    () => `${file('foreign.db')} is an SQLite file, but not a database of Wātea.`,
  ],
  [
    'a text file as the database',
    () => ({ DATABASE_URL: url('text.db') }),
    () => `${file('text.db')} is not an SQLite database.`,
  ],
  [
    'a folder as the database',
    () => ({ DATABASE_URL: url('folder.db') }),
    () => /^[^\n]*folder\.db cannot be opened as a database [^\n]*\.$/,
  ],
  [
    'demonstration data in production',
    () => ({ DATABASE_URL: url('demonstration.db'), WATEA_ENVIRONMENT: 'production' }),
    () =>
      `The database ${file('demonstration.db')} contains demonstration data, which must not be served in production: run "npm run watea -- seed --remove-demo" first.`,
  ],
  [
    'demonstration data in staging, by several workers',
    () => ({ DATABASE_URL: url('demonstration.db'), WATEA_ENVIRONMENT: 'staging', WEB_CONCURRENCY: '2' }),
    () => /^The database [^\n]+ must not be served in staging: [^\n]+ first\.$/,
  ],
];

describe.concurrent('a server that cannot start', () => {
  test.each(refused)('%s: one sentence, exit 1, no stack trace', async (_what, settings, sentence) => {
    const started = await runServerToItsEnd({
      DATABASE_URL: url('new.db'),
      WATEA_DEMO: 'off',
      LOG_LEVEL: 'error',
      ...settings(),
    });
    // Next reports how long it took to read its own settings
    const printed = started.output.replace(/^✓ .*\n/gm, '').trimEnd();
    const expected = sentence();
    if (typeof expected === 'string') expect(printed).toBe(expected);
    else expect(printed).toMatch(expected);
    expect(started.status).toBe(1);
  });
});
