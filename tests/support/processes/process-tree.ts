import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The children of a process; empty if it has ended. Needs Linux's /proc. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** A process and everything that it has started, nearest first. */
export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processTree)];
}

/** What a process was started with; empty once it has ended, even if its parent has not noticed. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** The files that a process has open, by their paths; none once it has ended. */
export function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((descriptor) => pathOf(`${folder}/${descriptor}`));
  } catch {
    return [];
  }
}

function pathOf(descriptor: string): string[] {
  try {
    return [readlinkSync(descriptor)];
  } catch {
    return []; // closed meanwhile
  }
}

/** The primary of a server, by the process id of its first process. */
export function primaryOf(pid: number): number {
  const [primary] = childrenOf(pid);
  if (primary === undefined) throw new Error(`Process ${pid} has no primary.`);
  return primary;
}

/** Sends a signal to a process. @throws if there is no such process: to Linux the id 0 is the caller's whole group */
export function signalProcess(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined || pid <= 0) throw new Error(`There is no process to get ${signal}.`);
  process.kill(pid, signal);
}
