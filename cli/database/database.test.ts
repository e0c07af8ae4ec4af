import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

const version = readdirSync(`${import.meta.dirname}/../../db/migrations`).length;

test('migrate creates the database and reports it, as text and as JSON', async () => {
  const { run, databaseFile } = makeInstallation();
  expect(await run('migrate')).toEqual(done(`${databaseFile} went from version 0 to ${version}.\n`));
  const before = readFileSync(databaseFile);
  expect(await run('migrate')).toEqual(done(`${databaseFile} is already at version ${version}.\n`));
  expect(await run('migrate --json')).toEqual(done(`{"from":${version},"to":${version}}\n`));
  expect(readFileSync(databaseFile).equals(before)).toBe(true);
});

test('without a database a command says how to create one, and creates none', async () => {
  const { run, databaseFile } = makeInstallation();
  const sentence = `There is no database ${databaseFile}: make it with "npm run watea -- migrate", or start the server.`;
  const [keys, allow, seed] = await Promise.all([
    run('keys list'),
    run('allow list --json'),
    run('seed --remove-demo'),
  ]);
  expect(keys).toEqual(refused(sentence));
  expect(allow).toEqual(refused(JSON.stringify({ error: sentence, faults: [], total: 0 })));
  expect(seed).toEqual(refused(sentence));
  expect(existsSync(databaseFile)).toBe(false);
});

test('every command refuses a file that is not a Wātea database, and leaves it unchanged', async () => {
  const { run, databaseFile } = makeInstallation();
  const text = 'domain,registered,cancel_date\n'.repeat(100);
  writeFileSync(databaseFile, text);
  for (const command of ['migrate', 'keys list', 'seed --demo']) {
    expect(await run(command)).toEqual(refused(`${databaseFile} is not an SQLite database.`));
  }
  expect(readFileSync(databaseFile, 'utf8')).toBe(text);
});

test('a wrong setting is reported in one sentence', async () => {
  const { run } = makeInstallation();
  const [now, url] = await Promise.all([
    run('migrate', { WATEA_NOW: '2026-02-30T00:00:00Z' }),
    run('migrate', { DATABASE_URL: 'watea.db' }),
  ]);
  expect(now).toEqual(refused('WATEA_NOW must be an instant that exists; it is "2026-02-30T00:00:00Z".'));
  expect(url).toEqual(
    refused('DATABASE_URL must begin with file: and name a SQLite file, as in file:./data/watea.db; it is "watea.db".'),
  );
});

test('seed adds and removes demonstration data once each, in a database that it creates', async () => {
  const { run, write, databaseFile } = makeInstallation();
  const keyFile = `${databaseFile}.demonstration-key`;
  expect(await run('seed --demo')).toEqual(done('The demonstration data were added.\n'));
  const key = readFileSync(keyFile, 'utf8');
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(await run('seed --demo')).toEqual(done('The demonstration data are already there.\n'));
  expect(readFileSync(keyFile, 'utf8')).toBe(key);
  expect(await run('seed --demo --json')).toEqual(done('{"added":false}\n'));
  const importing = await run(`register import ${write('names.csv', 'domain,registered,cancel_date')}`);
  expect(importing.stdout).toMatch(/has demonstration data: .*To remove them: npm run watea -- seed --remove-demo\n/);
  expect(await run('seed --remove-demo --json')).toEqual(done('{"removed":true}\n'));
  expect(existsSync(keyFile)).toBe(false);
  expect(await run('seed --remove-demo')).toEqual(done('There were no demonstration data.\n'));
});

test('seed --demo works only in the test environment', async () => {
  const { run, databaseFile } = makeInstallation();
  for (const environment of ['staging', 'production']) {
    expect(await run('seed --demo', { WATEA_ENVIRONMENT: environment })).toEqual(
      refused(`Demonstration data belong in the test environment only; this is ${environment}.`),
    );
  }
  expect(existsSync(databaseFile)).toBe(false);
});

test.each([
  ['seed', 'Give either --demo or --remove-demo.'],
  ['seed --demo --remove-demo', 'Give either --demo or --remove-demo.'],
  ['seed --demonstration', "unknown option '--demonstration'"],
  ['migrate now', "too many arguments for 'migrate'"],
  ['shout', "unknown command 'shout'"],
])('%s is wrong usage', async (args, words) => {
  const { run, databaseFile } = makeInstallation();
  const { status, stdout, stderr } = await run(args);
  expect(stderr).toContain(words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).not.toContain('    at ');
  expect(existsSync(databaseFile)).toBe(false);
});

test('--help lists the commands at every level', async () => {
  const { run, databaseFile } = makeInstallation();
  const all = ['', 'migrate', 'seed', 'allow', 'allow add', 'allow import', 'keys', 'keys issue', 'keys import'];
  const helps = await Promise.all(all.map((command) => run(`${command} --help`)));
  for (const [place, { status, stdout, stderr }] of helps.entries()) {
    expect({ status, stderr }, all[place]).toEqual({ status: 0, stderr: '' });
    expect(stdout, all[place]).toMatch(/^Usage: /);
  }
  for (const command of ['migrate', 'seed', 'register', 'coverage', 'allow', 'keys']) {
    expect(helps[0]?.stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  }
  expect(existsSync(databaseFile)).toBe(false);
});

test('a command exits with 0, 1 or 2, and writes results to one stream and refusals to the other', async () => {
  const { runAsOperator, databaseFile } = makeInstallation();
  expect(await runAsOperator('migrate --json')).toEqual(done(`{"from":0,"to":${version}}\n`));
  const [list, refusal, usage, wrongSetting] = await Promise.all([
    runAsOperator('allow list --json'),
    runAsOperator('keys revoke 7'),
    runAsOperator('seed'),
    runAsOperator('migrate', { WATEA_DEMO: 'on' }),
  ]);
  expect(list).toEqual(done('[]\n'));
  expect(refusal).toEqual(refused('No active key matches 7; "keys list" shows them.'));
  expect(usage).toEqual({ status: 2, stdout: '', stderr: 'Give either --demo or --remove-demo.\n' });
  expect(wrongSetting).toEqual(refused('WATEA_DEMO must be auto or off; it is "on".'));
  writeFileSync(databaseFile, 'not a database '.repeat(100));
  expect(await runAsOperator('keys list')).toEqual(refused(`${databaseFile} is not an SQLite database.`));
});
