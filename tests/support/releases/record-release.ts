import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { watea } from '#tests/support/command-line.ts';
import { environmentWith } from '#tests/support/environment.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import * as data from './data.ts';
import { answerOf, type RecordedAnswer, writeRelease } from './recorded-release.ts';
import { recordedRequests } from './requests.ts';

/**
 * Records a release, to test that later ones answer the same from its database: imports data with its own commands, starts
 * its server, asks it, and backs up what it has answered from. See "How a release is made" in CONTRIBUTING.md.
 *
 * @param release the folder of `scripts/make-release.ts`, or a build of its commit
 */
async function recordRelease(release: string, commit: string): Promise<string> {
  const folder = makeFolder();
  try {
    const environment = {
      DATABASE_URL: `file:${folder.path}/watea.db`,
      WATEA_NOW: data.recordedNow,
      WATEA_DEMO: 'off',
      LOG_LEVEL: 'error',
      SECRET_KEY: '',
    };
    const run = commandsOf(release, environment);
    const key = importAll(folder.path, run);
    const server = await startServer(environment, { folder: release });
    const answers: RecordedAnswer[] = [];
    for (const request of recordedRequests(key)) answers.push(await answerOf(server.port, request));
    await server.stop();
    const { version } = z.object({ version: z.string() }).parse(readJson(join(release, 'package.json')));
    const migrations = readdirSync(join(release, 'db/migrations')).toSorted();
    const lists = Object.fromEntries(
      listCommands.map((command) => [command, JSON.parse(run(...command.split(' '), '--json')) as unknown]),
    );
    const archive = writeRelease({ version, commit, now: data.recordedNow, migrations, answers, lists });
    rmSync(archive, { force: true });
    const { status, stderr } = await watea(['backup', archive], { ...environment, WATEA_ENVIRONMENT: 'test' });
    if (status !== 0) throw new Error(stderr);
    return archive;
  } finally {
    folder.remove();
  }
}

const listCommands = [
  'register list-reserved',
  'coverage list',
  'technologies list',
  'providers list',
  'allow list',
  'keys list',
  'staff list',
];

type Run = (...args: readonly string[]) => string;

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The command line of the release itself. */
function commandsOf(release: string, environment: Readonly<Record<string, string>>): Run {
  return (...args) =>
    execFileSync(join(release, 'node_modules/node/bin/node'), ['watea.ts', ...args], {
      cwd: release,
      env: environmentWith(environment),
      encoding: 'utf8',
    });
}

/** Imports everything. @returns the key of the broadband service */
function importAll(folder: string, run: Run): string {
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  run('migrate');
  run('register', 'import', file('register.csv', data.registerFile), '--replace');
  run('register', 'import', file('changes.csv', data.changesFile));
  run('register', 'reserve', file('listed.csv', data.listedFile));
  run('register', 'release');
  const speeds = ['--min-down', '100', '--max-down', '950', '--min-up', '20', '--max-up', '500'];
  const offer = (technology: string, provider: string) => [
    '--technology',
    technology,
    '--provider',
    provider,
    '--availability',
    'Available',
    ...speeds,
  ];
  const fibre = offer('Fibre', 'Example Fibre');
  const wireless = offer('Wireless', 'Example Wireless');
  run('coverage', 'import', file('fibre.geojson', data.fibreFile), ...fibre, '--new-provider', '--publish');
  run('coverage', 'import', file('wireless.geojson', data.wirelessFile), ...wireless, '--new-provider', '--publish');
  run('coverage', 'import', file('later.geojson', data.laterFibreFile), ...fibre, '--replace');
  const isNew = run('allow', 'add', '--help').includes('--new-registrar') ? ['--new-registrar'] : [];
  run('allow', 'add', '127.0.0.1/32', '--registrar', 'Example Registrar', '--per-second', '1000', ...isNew);
  run('staff', 'add', 'admin@watea.example', '--role', 'admin');
  const issued = run('keys', 'issue', '--user', 'engineer@watea.example', '--per-second', '1000', '--json');
  return z.object({ key: z.string() }).parse(JSON.parse(issued)).key;
}

const [release, commit] = process.argv.slice(2);
if (release === undefined || commit === undefined) {
  console.error('Usage: node tests/support/releases/record-release.ts FOLDER COMMIT');
  process.exit(2);
}
console.log(`Recorded beside ${await recordRelease(resolve(release), commit)}.`);
