import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

/** CPU seconds (user and system) that processes and all their descendants have used so far, from /proc. */
export function cpuSeconds(pids: readonly number[]): number {
  return groupOf(pids).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Anonymous memory (RssAnon) of processes and all their descendants, in megabytes. */
export function anonymousMegabytes(pids: readonly number[]): number {
  const kilobytesOf = (one: number) =>
    Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? Number.NaN);
  return groupOf(pids).reduce((sum, { pid }) => sum + kilobytesOf(pid), 0) / 1024;
}

function groupOf(pids: readonly number[]): Stat[] {
  const members = new Set(pids);
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)));
  // ids wrap around, so a child may come before its parent: repeat until nothing is added
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const { pid: child, parent } of stats) if (members.has(parent)) members.add(child);
  }
  return stats.filter(({ pid }) => members.has(pid));
}

function readStat(pid: number): Stat[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // the process has ended meanwhile
    return [];
  }
  // only the name in parentheses may contain spaces
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // its own user and system time, and that of children that have ended
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return [{ pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
}
