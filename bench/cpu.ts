import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU seconds (user and system) that a process and all its descendants have used so far, from /proc. */
export function cpuSeconds(pid: number): number {
  const members = new Set([pid]);
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)));
  // parents have smaller ids than their children but for wrap-around, so look until nothing is added
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const { pid: child, parent } of stats) if (members.has(parent)) members.add(child);
  }
  return stats.filter(({ pid: member }) => members.has(member)).reduce((sum, { seconds }) => sum + seconds, 0);
}

function readStat(pid: number): { pid: number; parent: number; seconds: number }[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // it has ended meanwhile
    return [];
  }
  // the name in parentheses may hold spaces; what follows it does not
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const parent = Number(fields[1]);
  return [{ pid, parent, seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }];
}
