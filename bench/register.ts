import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { pendingForDroplist, registerLookup } from '#db/register-lookup.ts';
import { availabilityEntry } from '#lib/registry/availability-entry.ts';
import { makeDroplist } from '#lib/registry/droplist.ts';
import { parseName } from '#lib/registry/name.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { namesOfString } from '#lib/registry/names-of-string.ts';
import { latestCancelledTaken, nextJobs } from '#lib/registry/release.ts';
import { statuses } from '#lib/registry/status.ts';
import { writeRegister } from './register-feed.ts';

const goals = {
  'first import': '≤ 25 s',
  'its memory': '≤ 400 MB',
  'nightly snapshot': '≤ 15 s',
  'a name in the database': '≤ 120 bytes',
  'string, 16 names': '≤ 60 µs',
  '1,000 domains[]': '≤ 5 ms',
  'droplist of 10,000 rebuilt': '≤ 100 ms',
} as const;

/** Imports a file as an operator does. @returns seconds and the most memory it held, in MB */
async function importFile(databaseFile: string, file: string): Promise<{ seconds: number; megabytes: number }> {
  const beganAt = performance.now();
  const child = spawn(process.execPath, ['watea.ts', 'register', 'import', file, '--replace', '--json'], {
    cwd: `${import.meta.dirname}/..`,
    env: { ...process.env, DATABASE_URL: `file:${databaseFile}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  let megabytes = 0;
  while (child.exitCode === null) {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid ?? 0));
    await Promise.race([ended, sleep(100)]);
  }
  if (child.exitCode !== 0) throw new Error(`The import ended with ${child.exitCode}.`);
  return { seconds: (performance.now() - beganAt) / 1000, megabytes };
}

function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** The median CPU microseconds of one call, of many. */
function cpuMicroseconds(times: number, work: () => unknown): number {
  for (let warm = 0; warm < times; warm++) work();
  const runs = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    for (let call = 0; call < times; call++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  });
  return runs.sort((one, other) => one - other)[4] ?? 0;
}

/** Measures a generated register and prints a table beside the goals: `npm run bench -- register [names]`. */
export async function benchRegister(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-register-'));
  const databaseFile = join(folder, 'watea.db');
  try {
    const [first, nightly] = [join(folder, 'first.csv'), join(folder, 'nightly.csv')];
    await writeRegister(first, count, 0);
    await writeRegister(nightly, count, 5000);
    const made = openDatabase(databaseFile);
    migrate(made.writer);
    closeDatabase(made);
    const empty = statSync(databaseFile).size;
    const imported = await importFile(databaseFile, first);
    const bytes = (statSync(databaseFile).size - empty) / count;
    const again = await importFile(databaseFile, nightly);

    const database = openDatabase(databaseFile);
    const lookup = registerLookup(database.reader);
    const names = database.reader.sqlite.prepare<[], string>('SELECT name FROM domain LIMIT 1000').pluck().all();
    const asOf = { now: Date.now(), hasTryOut: false };
    const answer = (asked: readonly ReturnType<typeof parseName>[]) =>
      lookup.inSnapshot((known) =>
        asked.map((name) => availabilityEntry(name, name.valid ? statusOfName(name, known, asOf) : statuses.Invalid)),
      );
    const ofString = cpuMicroseconds(2000, () => answer(namesOfString('kiwi')));
    const ofThousand = cpuMicroseconds(20, () => answer(names.map(parseName)));
    const [, second] = nextJobs(asOf.now);
    const rows = pendingForDroplist(database.reader, latestCancelledTaken(second) + 365 * 86_400).slice(0, 10_000);
    const due = rows.map((row) => ({ ...row, cancelled: latestCancelledTaken(second) - 60 }));
    const rebuilt = cpuMicroseconds(3, () => makeDroplist(due, asOf.now));
    closeDatabase(database);

    const measured: Record<keyof typeof goals, string> = {
      'first import': `${imported.seconds.toFixed(1)} s`,
      'its memory': `${Math.round(imported.megabytes)} MB`,
      'nightly snapshot': `${again.seconds.toFixed(1)} s`,
      'a name in the database': `${bytes.toFixed(1)} bytes`,
      'string, 16 names': `${ofString.toFixed(1)} µs`,
      '1,000 domains[]': `${(ofThousand / 1000).toFixed(2)} ms`,
      'droplist of 10,000 rebuilt': `${(rebuilt / 1000).toFixed(1)} ms (${due.length} names)`,
    };
    console.log(`${count.toLocaleString('en-NZ')} names; load ${loadavg()[0]?.toFixed(1)}\n`);
    console.log('| what | measured | goal |\n| --- | --- | --- |');
    for (const [what, goal] of Object.entries(goals)) {
      console.log(`| ${what} | ${measured[what as keyof typeof goals]} | ${goal} |`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
