import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '#cli/command-line.ts';
import { makeProgram } from '#cli/program.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { type Ran, watea } from './command-line.ts';
import { makeFolder } from './temporary-folder.ts';

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
  let former: Promise<unknown> = Promise.resolve();
  return {
    folder: path,
    databaseFile,
    run(args, more = {}) {
      const own = former.then(() => runHere(split(args), { ...settings, ...more }));
      former = own;
      return own;
    },
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

/** What `watea.ts` does, with what it writes collected. */
async function runHere(args: readonly string[], settings: Settings): Promise<Ran> {
  const { env } = process;
  process.env = { NODE_ENV: 'test', PATH: env.PATH, ...settings };
  setProcessWide('settings', undefined);
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  try {
    const status = await runCommandLine(makeProgram(), args);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.end();
    stderr.end();
    process.env = env;
    setProcessWide('settings', undefined);
  }
}

function collect(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const { write } = stream;
  let collected = '';
  stream.write = (text: string | Uint8Array) => {
    collected += text;
    return true;
  };
  return {
    text: () => collected,
    end() {
      stream.write = write;
    },
  };
}

/** What a command that did its work gave. */
export const done = (stdout: string): Ran => ({ status: 0, stdout, stderr: '' });
/** What a command that refused gave. */
export const refused = (...lines: string[]): Ran => ({ status: 1, stdout: '', stderr: `${lines.join('\n')}\n` });
