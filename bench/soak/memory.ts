import { readFileSync } from 'node:fs';
import { commandOf, processTree } from '#tests/support/processes/process-tree.ts';
import { type Growth, judgeGrowth, type MemorySample } from './growth.ts';

const everyMs = 2000;

/** Measures the memory of each process of a server while it runs. */
export interface MemoryWatch {
  /** Ends the measuring. @returns the growth of each process that ran long enough */
  stop(): Growth[];
}

export function watchMemory(pid: number): MemoryWatch {
  const beganAt = performance.now();
  const samples: MemorySample[] = [];
  const look = () => {
    const atSeconds = (performance.now() - beganAt) / 1000;
    for (const one of processTree(pid)) {
      const memory = memoryOf(one);
      if (memory !== undefined) samples.push({ atSeconds, pid: one, what: partOf(one, pid), ...memory });
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return judgeGrowth(samples);
    },
  };
}

/**
 * The memory of a process in megabytes, undefined if it has ended. What processes share counts for each by its share
 * (`Pss`); of the files of the database, what a process has mapped counts too. `anonymous` is its own memory alone.
 */
function memoryOf(pid: number): { readonly megabytes: number; readonly anonymous: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
    return { megabytes: of('Pss'), anonymous: of('Pss_Anon') };
  } catch {
    return undefined;
  }
}

/** Which part of the server a process is, by its program and its place in the tree. */
export function partOf(pid: number, first: number): string {
  const command = commandOf(pid);
  if (pid === first) return 'first process';
  if (command.includes('/pages.ts')) return 'pages';
  if (command.includes('/jobs/process.ts')) return `job: ${command.split('process.ts ')[1] ?? ''}`;
  if (command.includes('/server.ts')) return processTree(first)[1] === pid ? 'primary' : 'worker';
  return /server\/(\S+)\.ts/.exec(command)?.[1] ?? command;
}
