import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const root = `${import.meta.dirname}/../..`;

/** A server on a port of loopback, in processes of its own. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Its processes; the CPU time of these and of their descendants counts. */
  readonly pids: readonly number[];
  /** Requests a second; undefined for full speed. */
  readonly rate?: number;
  stop(): Promise<void>;
}

/** Starts the project's server; its output, log lines included, goes to `logFile`. */
export function startWatea(
  name: string,
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<Contestant> {
  const settings = { NODE_ENV: 'production', PORT: '0', WATEA_DEMO: 'off', ...environment };
  return start(name, ['server.ts'], settings, logFile, /http:\/\/localhost:(\d+)\/1\.0/);
}

/** Starts bare `node:http` with the answers of a file, as one process or as several workers. */
export function startBare(answersFile: string, logFile: string, workers = 1): Promise<Contestant> {
  const args = ['bench/contest/bare-server.ts', answersFile, String(workers)];
  return start('bare node:http', args, {}, logFile, /^(\d+)$/m);
}

/** Starts Fastify with `pg` on a running PostgreSQL, whose processes count as its own. */
export async function startFastify(
  socketFolder: string,
  postgresPid: number,
  answers: { readonly databaseFile: string; readonly key: string },
  logFile: string,
): Promise<Contestant> {
  const args = ['bench/contest/fastify-server.ts', socketFolder, answers.databaseFile, answers.key];
  const started = await start('Fastify + pg + PostGIS', args, { NODE_ENV: 'production' }, logFile, /^(\d+)$/m);
  return { ...started, pids: [...started.pids, postgresPid] };
}

async function start(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  logFile: string,
  portLine: RegExp,
): Promise<Contestant> {
  const output = openSync(logFile, 'w');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, output],
  });
  const pid = child.pid ?? 0;
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
  return { name, port: await portFrom(child, logFile, portLine), pid, pids: [pid], stop };
}

async function portFrom(child: ChildProcess, logFile: string, pattern: RegExp): Promise<number> {
  for (let tries = 0; tries < 6000; tries++) {
    const found = pattern.exec(readFileSync(logFile, 'utf8'));
    if (found !== null) return Number(found[1]);
    if (child.exitCode !== null) break;
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Error(`It did not come up:\n${readFileSync(logFile, 'utf8')}`);
}
