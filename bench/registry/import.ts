import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '#bench/measure/cpu.ts';

/** An import by the command line, in a process of its own. */
export interface ImportMeasured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Its peak memory. */
  readonly megabytes: number;
  /** Its counts by kind of change. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Imports a whole register file by the command line, and measures it. */
export async function measureImport(environment: NodeJS.ProcessEnv, file: string): Promise<ImportMeasured> {
  const beganAt = performance.now();
  const child = spawn(process.execPath, ['watea.ts', 'register', 'import', file, '--replace', '--json'], {
    cwd: `${import.meta.dirname}/../..`,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  let [megabytes, used] = [0, 0];
  while (child.exitCode === null) {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid ?? 0));
    used = Math.max(used, cpuSeconds([child.pid ?? 0]));
    await Promise.race([ended, sleep(100)]);
  }
  await ended;
  if (child.exitCode !== 0) throw new Error(`The import ended with ${child.exitCode}.`);
  const { seconds, difference, run, revision, sha256, ...counts } = JSON.parse(printed) as Record<string, number>;
  return { seconds: (performance.now() - beganAt) / 1000, cpuSeconds: used, megabytes, counts };
}

function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
