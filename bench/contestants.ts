import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const root = `${import.meta.dirname}/..`;

/** Something that answers on a port of loopback, as processes of its own. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the project's server; what it prints, its log lines too, goes to `logFile`. */
export async function startWatea(
  name: string,
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<Contestant> {
  const output = openSync(logFile, 'w');
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...environment },
    stdio: ['ignore', output, output],
  });
  return { name, port: await portFrom(child, logFile, /http:\/\/localhost:(\d+)\/1\.0/), ...handle(child) };
}

/** Starts bare `node:http` with the answers of a file. */
export async function startBare(answersFile: string, logFile: string): Promise<Contestant> {
  const output = openSync(logFile, 'w');
  const child = spawn(process.execPath, [`${root}/bench/bare-server.ts`, answersFile], {
    stdio: ['ignore', output, output],
  });
  return { name: 'bare node:http', port: await portFrom(child, logFile, /^(\d+)$/m), ...handle(child) };
}

async function portFrom(child: ChildProcess, logFile: string, pattern: RegExp): Promise<number> {
  for (let tries = 0; tries < 600; tries++) {
    const found = pattern.exec(readFileSync(logFile, 'utf8'));
    if (found !== null) return Number(found[1]);
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`It did not come up:\n${readFileSync(logFile, 'utf8')}`);
}

function handle(child: ChildProcess): Pick<Contestant, 'pid' | 'stop'> {
  return {
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
