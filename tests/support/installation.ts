import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ran, watea } from './command-line.ts';
import { wateaInProcess } from './command-line-in-process.ts';
import { makeFolder } from './files/temporary-folder.ts';

type Settings = Readonly<Record<string, string>>;

/** A folder with a database file, which may not exist yet, for commands run at noon of 2026-11-20 in Auckland. */
export interface Installation {
  readonly folder: string;
  readonly databaseFile: string;
  /** Runs `watea <args>` inside this process, which is about a hundred times faster; one at a time. */
  run(args: string, more?: Settings): Promise<Ran>;
  /** Runs `npm run watea -- <args>` like an operator, in a separate process. */
  runAsOperator(args: string, more?: Settings): Promise<Ran>;
  /** Writes a file of these lines into the folder. @returns its path */
  write(name: string, ...lines: string[]): string;
  /** Every byte of the database and its write-ahead log; empty if it does not exist. */
  bytes(): Buffer;
}

/** Makes an installation for one test, removed when the test ends. `args` are split at spaces; `%` is replaced by the folder. */
export function makeInstallation(): Installation {
  const { path, remove } = makeFolder();
  onTestFinished(remove);
  const databaseFile = join(path, 'watea.db');
  const settings = { DATABASE_URL: `file:${databaseFile}`, WATEA_NOW: '2026-11-20T12:00:00+13:00' };
  const split = (args: string) =>
    args
      .split(' ')
      .filter((arg) => arg !== '')
      .map((arg) => arg.replaceAll('%', path));
  return {
    folder: path,
    databaseFile,
    run: (args, more = {}) => wateaInProcess(split(args), { ...settings, ...more }),
    runAsOperator: (args, more = {}) => watea(split(args), { ...settings, ...more }),
    write(name, ...lines) {
      const file = join(path, name);
      writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
      return file;
    },
    bytes() {
      const files = [databaseFile, `${databaseFile}-wal`].filter((file) => existsSync(file));
      return Buffer.concat(files.map((file) => readFileSync(file)));
    },
  };
}

/** The result of a command that succeeded. */
export const done = (stdout: string): Ran => ({ status: 0, stdout, stderr: '' });
/** The result of a command that refused. */
export const refused = (...lines: string[]): Ran => ({ status: 1, stdout: '', stderr: `${lines.join('\n')}\n` });
