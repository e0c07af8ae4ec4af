import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ran, watea } from './command-line.ts';
import { makeFolder } from './temporary-folder.ts';

/** A folder with a database file that need not be there yet, for commands run as an operator runs them. */
export interface Installation {
  readonly folder: string;
  readonly databaseFile: string;
  /** Runs `npm run watea -- <args>` on it, at noon of 2026-11-20 in Auckland. */
  run(args: string, more?: Readonly<Record<string, string>>): Promise<Ran>;
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
  return {
    folder: path,
    databaseFile,
    run: (args, more = {}) =>
      watea(
        args
          .split(' ')
          .filter((arg) => arg !== '')
          .map((arg) => arg.replaceAll('%', path)),
        { DATABASE_URL: `file:${databaseFile}`, WATEA_NOW: '2026-11-20T12:00:00+13:00', ...more },
      ),
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
