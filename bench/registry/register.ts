import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, startWatea } from '#bench/contest/contestants.ts';
import type { OpenLoopReport } from '#bench/contest/open-loop.ts';
import { cpuSeconds, spreadOf } from '#bench/measure/measure.ts';
import { inTurn } from '#bench/measure/rounds.ts';
import { closeDatabase, openDatabase, openReader } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { availabilityEntry, statusOfName } from '#lib/registry/name-status.ts';
import { namesOfString, parseName } from '#lib/registry/names/name.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import { droplistForms } from '#lib/registry/release/droplist-forms.ts';
import { latestCancelledTaken, nextJobs } from '#lib/registry/release/release.ts';
import { statuses } from '#lib/registry/status.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { fedAt, type GeneratedName, generatedRegister, writeRegisters } from './feed.ts';
import { askMeanwhile, questionsAbout, requestsPerSecond } from './load.ts';

const unreachable = 10_000_000;

/**
 * Measures a generated register and prints a table beside the goals: `npm run bench -- register [names]`. Both imports
 * run in processes of their own while a server answers on the same database.
 */
export async function benchRegister(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-register-'));
  const databaseFile = join(folder, 'watea.db');
  const own = { DATABASE_URL: `file:${databaseFile}`, WATEA_NOW: new Date(fedAt).toISOString(), WATEA_DEMO: 'off' };
  let server: Contestant | undefined;
  try {
    const files = [join(folder, 'first.csv'), join(folder, 'nightly.csv')] as const;
    const names: GeneratedName[] = [];
    for (const [place, name] of [...generatedRegister(count)].entries()) if (place % 75 === 0) names.push(name);
    await writeRegisters(files, generatedRegister(count));
    const empty = seedDatabase(databaseFile);
    server = await startWatea('Wātea', own, join(folder, 'server.log'));
    const asked = { port: server.port, folder };
    const environment = { ...process.env, ...own };

    const toFirst = questionsAbout(names, ({ codes }) => ['220', codes[0]]);
    // until the server has warmed up
    await askMeanwhile({ ...asked, questions: toFirst }, () => sleep(3000));
    const atRest = await askMeanwhile({ ...asked, questions: toFirst }, () => sleep(8000));
    const first = await askMeanwhile({ ...asked, questions: toFirst }, () => measureImport(environment, files[0]));
    const bytes = (databaseBytes(databaseFile) - empty) / count;
    const toNightly = questionsAbout(names, ({ codes }) => [codes[0], codes[1]]);
    const nightly = await askMeanwhile({ ...asked, questions: toNightly }, () => measureImport(environment, files[1]));
    const unchanged = await droplistCpu(server, folder);
    await server.stop();
    server = undefined;
    const answers = await measureAnswers(databaseFile, fedAt + 60_000);

    console.log(
      `${count.toLocaleString('en-NZ')} names; load ${loadavg()[0]?.toFixed(1)}; ${requestsPerSecond} requests/s of 4 names meanwhile\n`,
    );
    console.log('| what | measured | goal |\n| --- | --- | --- |');
    const lines: [string, string, string][] = [
      ['first import', timeOf(first.done), '≤ 25 s'],
      ['its memory', `${Math.round(first.done.megabytes)} MB`, '≤ 400 MB'],
      ['p99 of the API meanwhile', latencyOf(first.report), '≤ 10 ms'],
      ['answers neither old nor new, or old after new', wrongOf(first.report), '0'],
      ['nightly snapshot', timeOf(nightly.done), '≤ 15 s'],
      ['its changes', changesOf(nightly.done), ''],
      ['its memory', `${Math.round(nightly.done.megabytes)} MB`, ''],
      ['p99 of the API meanwhile', latencyOf(nightly.report), '≤ 10 ms'],
      ['answers neither old nor new, or old after new', wrongOf(nightly.report), '0'],
      ['p99 of the API without an import', latencyOf(atRest.report), ''],
      ['a name in the database', `${bytes.toFixed(1)} bytes`, '≤ 120 bytes'],
      ['string, 16 names', `${answers.ofString.toFixed(1)} µs`, '≤ 60 µs'],
      ['1,000 domains[]', milliseconds(answers.ofThousand), '≤ 5 ms'],
      [
        `droplist of ${answers.droplistNames.toLocaleString('en-NZ')} unchanged, whole request: gzip, as it is, 304`,
        unchanged.map(milliseconds).join(', '),
        '≤ 1 ms',
      ],
      ['rebuilt, from the database to gzip', milliseconds(answers.droplistRebuilt), '≤ 100 ms'],
    ];
    for (const line of lines) console.log(`| ${line.join(' | ')} |`);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An empty register that a registrar of this machine may ask without a limit. @returns the size of its file in bytes */
function seedDatabase(databaseFile: string): number {
  const database = openDatabase(databaseFile);
  migrate(database.writer);
  const { db } = database.writer;
  const registrarId = addRegistrar(db, 'Benchmark', unreachable, fedAt);
  addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: '' }, fedAt);
  closeDatabase(database);
  return databaseBytes(databaseFile);
}

/** The size of the database including its write-ahead log. */
function databaseBytes(databaseFile: string): number {
  const { sqlite } = openReader(databaseFile);
  const bytes = ['page_count', 'page_size'].map((pragma) => Number(sqlite.pragma(pragma, { simple: true })));
  sqlite.close();
  return (bytes[0] ?? 0) * (bytes[1] ?? 0);
}

/** CPU microseconds of the server for a droplist that it has made already: packed, as it is, and one that the caller has. */
async function droplistCpu(server: Contestant, folder: string): Promise<readonly [number, number, number]> {
  const cpuOf = async (headers: Readonly<Record<string, string>>, status = 200) => {
    const requests = { targets: ['/1.0/droplist'], headers, status, leastBytes: 0 };
    const [runs = []] = await inTurn([server], requests, {
      rounds: 1,
      starts: 1,
      secondsPerRun: 1,
      connections: 2,
      folder,
    });
    return spreadOf(runs, 'cpuMicroseconds').median;
  };
  const packed = await cpuOf({ 'Accept-Encoding': 'gzip' });
  return [packed, await cpuOf({ 'Accept-Encoding': 'identity' }), await cpuOf({ 'If-None-Match': '*' }, 304)];
}

function timeOf({ seconds, cpuSeconds }: ImportMeasured): string {
  return `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU)`;
}

function latencyOf({ p50Ms, p99Ms, mostMs, p99LateMs, answers }: OpenLoopReport): string {
  return `${p99Ms.toFixed(1)} ms, sent late by ${p99LateMs.toFixed(1)} (half ${p50Ms.toFixed(1)}, most ${mostMs.toFixed(0)}; ${answers} answers)`;
}

function wrongOf({ wrong, firstWrong, ofAfter }: OpenLoopReport): string {
  return wrong === 0 ? `0 (${ofAfter} new)` : `${wrong}, such as ${firstWrong}`;
}

function changesOf({ counts }: ImportMeasured): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

function milliseconds(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(2)} ms`;
}

/** CPU microseconds that handlers take for an answer. */
interface AnswersMeasured {
  readonly ofString: number;
  readonly ofThousand: number;
  /** From the database to the packed body. */
  readonly droplistRebuilt: number;
  readonly droplistNames: number;
}

/** The median CPU microseconds of one call, of many. */
async function cpuMicroseconds(times: number, work: () => unknown): Promise<number> {
  for (let warm = 0; warm < times; warm++) await work();
  const runs: number[] = [];
  for (let run = 0; run < 9; run++) {
    const before = process.cpuUsage();
    for (let call = 0; call < times; call++) await work();
    const { user, system } = process.cpuUsage(before);
    runs.push((user + system) / times);
  }
  return runs.sort((one, other) => one - other)[4] ?? 0;
}

/** Measures answers from a register at an instant, in this process. */
async function measureAnswers(databaseFile: string, now: number): Promise<AnswersMeasured> {
  const database = openDatabase(databaseFile);
  const lookup = registerLookup(database.reader);
  // from all over the register
  const every =
    'SELECT name FROM (SELECT name, row_number() OVER (ORDER BY name) AS place FROM domain) WHERE place % 700 = 0 LIMIT 1000';
  const names = database.reader.sqlite.prepare<[], string>(every).pluck().all();
  const answer = (asked: readonly ReturnType<typeof parseName>[]) =>
    lookup.inSnapshot((known) =>
      asked.map((name) =>
        availabilityEntry(
          name,
          name.valid ? statusOfName(name, known, { now, hasSandboxName: false }) : statuses.Invalid,
        ),
      ),
    );
  const nextPiece = async () => undefined;
  const droplist = async () => {
    const rows = pendingForDroplist(database.reader, latestCancelledTaken(nextJobs(now)[1]), now);
    const { entries } = await makeDroplist(rows, now, nextPiece);
    const question = { format: 'json', suffix: undefined, contains: undefined, day: undefined } as const;
    const form = await droplistForms(entries, now).form(question, nextPiece);
    await form.body('gzip');
    return entries.length;
  };
  const measured = {
    ofString: await cpuMicroseconds(2000, () => answer(namesOfString('kiwi'))),
    ofThousand: await cpuMicroseconds(20, () => answer(names.map(parseName))),
    droplistRebuilt: await cpuMicroseconds(3, droplist),
    droplistNames: await droplist(),
  };
  closeDatabase(database);
  return measured;
}

/** An import by the command line, in a process of its own. */
interface ImportMeasured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Its peak memory. */
  readonly megabytes: number;
  /** Its counts by kind of change. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Imports a whole register file by the command line, and measures it. */
async function measureImport(environment: NodeJS.ProcessEnv, file: string): Promise<ImportMeasured> {
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
