import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedAccess } from '#bench/generated/seed.ts';
import { importCommand } from '#bench/goals/import-command.ts';
import { watea } from '#tests/support/command-line.ts';
import { type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';
import { ownOrigin } from '#tests/support/staff/action.ts';
import { type AreaFile, ChangingCoverage } from './areas.ts';
import { ChangingRegister } from './names.ts';

export const soakKey = 'SoakSoakSoakSoakSoakSoakSoakSoakSoak0001';
/** Late in the evening, so that the next midnight releases names. */
const startMs = Date.parse('2026-11-20T22:30:00+13:00');
const [names, points, providers] = [20_000, 3000, 5];

/** A server with two workers on data that the models know, and what changes both. */
export interface Scene {
  readonly folder: string;
  readonly databaseFile: string;
  readonly inbox: string;
  readonly backups: string;
  readonly clock: SettableClock;
  readonly register: ChangingRegister;
  readonly coverage: ChangingCoverage;
  readonly server: ServerProcess;
  /** Runs a command. @throws Error with what it printed, when it fails */
  command(...args: readonly string[]): Promise<string>;
  /** Writes a file for a command. @returns its path */
  write(name: string, text: string): string;
  importAreas(file: AreaFile): Promise<string>;
  remove(): Promise<void>;
}

export async function setScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-soak-'));
  const [databaseFile, inbox, backups] = ['watea.db', 'inbox', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [inbox, backups]) mkdirSync(made);
  const clock = settableClock(folder, startMs);
  const environment = { ...clock.environment, DATABASE_URL: `file:${databaseFile}`, WATEA_DEMO: 'off' };
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const command = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await watea(args, environment);
    if (status !== 0) throw new Error(`watea ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
    return stdout;
  };
  const importAreas = ({ technology, provider, text }: AreaFile) => {
    const file = write('areas.geojson', text);
    const [, ...args] = importCommand(file, ['--technology', technology, '--provider', provider]);
    return command(...args, '--replace', '--force', '--url', 'https://soak.example/');
  };
  const register = new ChangingRegister(names, startMs);
  const coverage = new ChangingCoverage(points);
  seedAccess(databaseFile, soakKey, clock.now());
  await command('register', 'import', write('first.csv', register.first(clock.now())), '--replace');
  for (let provider = 0; provider < providers; provider++) await importAreas(coverage.change());
  const server = await startServer({
    ...environment,
    WEB_CONCURRENCY: '2',
    LOG_LEVEL: 'error',
    BASE_URL: ownOrigin,
    REGISTER_INBOX: inbox,
    BACKUP_DIR: backups,
    BACKUP_EVERY: '1m',
    BACKUP_KEEP: '2',
  });
  return {
    folder,
    databaseFile,
    inbox,
    backups,
    clock,
    register,
    coverage,
    server,
    command,
    write,
    importAreas,
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The clock of the day of a server and its commands, which can be set while they run. */
export interface SettableClock {
  /** What processes need in their environment to go by it. */
  readonly environment: Readonly<Record<string, string>>;
  now(): number;
  /** Moves it, and waits until every process has seen that. */
  step(byMs: number): Promise<void>;
}

/** @param startMs what it shows at first */
export function settableClock(folder: string, startMs: number): SettableClock {
  const file = join(folder, 'clock');
  let offsetMs = startMs - Date.now();
  const write = () => {
    writeFileSync(`${file}.new`, String(offsetMs));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    environment: { SOAK_CLOCK_FILE: file, NODE_OPTIONS: `--import=${import.meta.dirname}/step-clock.ts` },
    now: () => Date.now() + offsetMs,
    async step(byMs) {
      offsetMs += byMs;
      write();
      await sleep(500);
    },
  };
}
