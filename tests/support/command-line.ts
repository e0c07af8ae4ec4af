import { execFile } from 'node:child_process';
import { environmentWith } from './environment.ts';

const root = `${import.meta.dirname}/../..`;

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run watea -- <args>` in a separate process, without a terminal. */
export function watea(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input?: string | Buffer,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['watea.ts', ...args],
      { cwd: root, env: environmentWith(environment), maxBuffer: 64 * 1024 * 1024 },
      (fault, stdout, stderr) => {
        resolve({ status: fault === null ? 0 : Number(fault.code), stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}
