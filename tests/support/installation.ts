import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ran, watea } from './command-line.ts';
import { wateaHere } from './command-line-here.ts';
import { makeFolder } from './files/temporary-folder.ts';

type Settings = Readonly<Record<string, string>>;

/** A folder with a database file that need not be there yet, for commands run on it at noon of 2026-11-20 in Auckland. */
export interface Installation {
  readonly folder: string;
  readonly databaseFile: string;
  /** Runs `watea <args>` within this process, which takes a hundredth of the time; one after the other. */
  run(args: string, more?: Settings): Promise<Ran>;
  /** Runs `npm run watea -- <args>` as an operator does, in a process of its own. */
  runAsOperator(args: string, more?: Settings): Promise<Ran>;
  /** Writes a file of these lines into the folder and gives its path. */
  write(name: string, ...lines: string[]): string;
  /** Every byte of the database, with its write-ahead log; empty when there is none. */
  bytes(): Buffer;
}

/** Makes one for one test, removed when the test ends. `args` are split at spaces; `%` stands for the folder. */
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
    run: (args, more = {}) => wateaHere(split(args), { ...settings, ...more }),
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

/** What a command that did its work gave. */
export const done = (stdout: string): Ran => ({ status: 0, stdout, stderr: '' });
/** What a command that refused gave. */
export const refused = (...lines: string[]): Ran => ({ status: 1, stdout: '', stderr: `${lines.join('\n')}\n` });
