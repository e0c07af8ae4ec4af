import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, startWatea } from '#bench/contest/contestants.ts';
import type { OpenLoopReport, Question } from '#bench/contest/open-loop.ts';
import { benchKey } from '#bench/data.ts';
import { seedAccess } from '#bench/generated/seed.ts';
import { askMeanwhile } from '#bench/registry/load.ts';
import { importCommand, importOnce } from './import-command.ts';

const root = `${import.meta.dirname}/../..`;

const questions = Array.from({ length: 2000 }, (_, place): Question => {
  const [y, x] = [-46 + ((place * 7919) % 2000) / 182, 168 + ((place * 104_729) % 2000) / 200];
  const target = `/api/1.0/availability/yx/${y.toFixed(7)}/${x.toFixed(7)}?api_key=${benchKey}`;
  return { target, before: '', after: '' };
});

/** Latencies of the broadband API at a steady rate. */
export interface Latencies {
  readonly besideImport: OpenLoopReport;
  /** Beside a process that only computes, at `nice 10` too, for as long as the import took. */
  readonly besideComputing: OpenLoopReport;
}

/** Asks a server while a file is imported and published at `nice 10`, and while another process only computes. */
export async function latenciesBeside(folder: string, file: string): Promise<Latencies> {
  mkdirSync(folder, { recursive: true });
  const databaseFile = join(folder, 'watea.db');
  const own = { DATABASE_URL: `file:${databaseFile}`, WATEA_DEMO: 'off' };
  const env = { ...process.env, ...own };
  const nice = (args: readonly string[]) =>
    spawn('nice', ['-n', '10', process.execPath, ...args], { cwd: root, env, stdio: 'ignore' });
  seedAccess(databaseFile, benchKey, Date.now());
  importOnce(databaseFile, file, ['--delivery', 'One']);
  const server: Contestant = await startWatea('Wātea', own, join(folder, 'server.log'));
  try {
    const asked = { port: server.port, folder, questions };
    // until the server has warmed up
    await askMeanwhile(asked, () => sleep(2000));
    const startedAt = performance.now();
    const { report: besideImport } = await askMeanwhile(asked, () =>
      ended(nice(importCommand(file, ['--add', '--delivery', 'Two']))),
    );
    const tookMs = performance.now() - startedAt;
    const { report: besideComputing } = await askMeanwhile(asked, async () => {
      const computing = nice(['-e', 'for (;;);']);
      await sleep(tookMs);
      computing.kill('SIGKILL');
    });
    return { besideImport, besideComputing };
  } finally {
    await server.stop();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
}
