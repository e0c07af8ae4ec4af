import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { sealTechnologiesOnce } from '#db/broadband/technologies.ts';
import { type Connection, closeDatabase, openDatabase, openReader } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { namesReleasedBy, pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { type RegisterLookup, registerLookup } from '#db/registry/lookup.ts';
import { getLastRelease, getReleaseInForce } from '#db/registry/release-runs.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { addListedName } from '#flows/registry/listed-names.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { damageIn } from '#lib/readiness.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { type ParsedName, parseName } from '#lib/registry/names/name.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import { jobsToRun, latestCancelledTaken } from '#lib/registry/release/release.ts';
import { atOnce } from '#tests/models/droplist.ts';
import { runReleaseJob, textBytes } from '#tests/models/register.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { checkAllData } from './full-check.ts';

// Bits of a real database file are flipped, anywhere in the file. Every answer is then the right one or none.

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const midnight = Date.parse('2026-11-20T00:00:00+13:00');
const flips = tries(80, 20_000);
const files = tries(2, 200);
const flipsOfFile = 100;
const longestMs = tries(120_000, 1_800_000);
const count = 2500;
const folder = makeFolder();
const whole = join(folder.path, 'whole.db');
const damaged = join(folder.path, 'damaged.db');
afterAll(() => folder.remove());

const nameAt = (place: number) => `name-${place * 7919}.co.nz`;
const asked = [
  ...Array.from({ length: 120 }, (_, place) => parseName(nameAt(place * 19 + 3))),
  ...Array.from({ length: 40 }, (_, place) => parseName(`free-${place}.nz`)),
  parseName('listed.nz'),
];
const points = Array.from({ length: 40 }, (_, place) => 174.02 + place / 20).map((x) => {
  const parsed = parsePoint('-40.97', x.toFixed(2));
  if (!parsed.ok) throw new Error('It is no point of the service.');
  return parsed.point;
});

/** Each answer, by what was asked: a text, or `fault` for damage, which the APIs answer with 503. */
interface Answers {
  readonly register: readonly string[];
  readonly coverage: readonly string[];
}

let right: Answers;
beforeAll(async () => {
  const database = openDatabase(whole);
  const { writer } = database;
  migrate(writer);
  const rows = Array.from({ length: count }, (_, place) => {
    const cancelled = place % 5 > 1 ? '' : `2026-08-2${place % 9}`;
    return `${nameAt(place)},20${10 + (place % 10)}-01-0${1 + (place % 9)},${cancelled}`;
  });
  const options = { kind: 'replace', source: 'whole.csv', maxMissing: 0, clock: () => nowMs, exclusive: true } as const;
  await importRegister(writer, textBytes(['domain,registered,cancel_date', ...rows].join('\n')), options);
  runReleaseJob(writer, { scheduleDate: midnight, kind: 'catch-up', nowMs: midnight });
  await addListedName(
    writer,
    { name: 'listed.nz', status: 'Reserved', reason: '' },
    { actor: { who: 'test', address: null }, nowMs },
  );
  const areas = Array.from({ length: 200 }, (_, place) =>
    feature({ provider: `P${place % 7}` }, square(174 + (place % 20) / 10, -41 + Math.floor(place / 20) / 10, 0.05)),
  );
  const { id } = await importFile(database, file(collection(...areas)), { mode: 'replace all' });
  await publishVersion(database, id, writing);
  sealTechnologiesOnce(writer.db);
  closeDatabase(database);
  right = await answersOf(whole);
}, 60_000);

async function answersOf(path: string): Promise<Answers> {
  const connection = openReader(path);
  try {
    const register = once(() => registerLookup(connection));
    const coverage = once(() => coverageLookup(connection));
    const codes = asked.map((name) => () => codeOf(register(), name));
    const lists = [() => droplistOf(connection), () => releasedOf(connection)];
    return {
      register: await attemptAll([...codes, ...lists]),
      coverage: await attemptAll(points.map((point) => () => coverage().answerAt(point, 'x', 'y'))),
    };
  } finally {
    connection.sqlite.close();
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function attemptAll(questions: readonly (() => string | Promise<string>)[]): Promise<string[]> {
  const answers: string[] = [];
  for (const question of questions) answers.push(await attempt(question));
  return answers;
}

async function attempt(question: () => string | Promise<string>): Promise<string> {
  try {
    return await question();
  } catch (fault) {
    return faultText(fault);
  }
}

/** What is not known to be damage would be a 500 with a stack trace in the log. */
function faultText(fault: unknown): string {
  if (damageIn(fault) !== undefined) return 'fault';
  return `stack trace: ${fault instanceof Error ? fault.stack : fault}`;
}

function codeOf(register: RegisterLookup, name: ParsedName): string {
  if (!name.valid) return 'not a name';
  return register.inSnapshot((known) => statusOfName(name, known, { now: nowMs, hasSandboxName: false }).code);
}

async function droplistOf(connection: Connection): Promise<string> {
  const ranUntil = getLastRelease(connection)?.scheduleDate;
  requireReleases(connection, ranUntil);
  const lastJob = Math.max(...jobsToRun(nowMs, ranUntil));
  const rows = pendingForDroplist(connection, latestCancelledTaken(lastJob), nowMs);
  const { entries } = await makeDroplist(rows, nowMs, atOnce, ranUntil);
  return JSON.stringify(entries);
}

async function releasedOf(connection: Connection): Promise<string> {
  const run = getReleaseInForce(connection, nowMs);
  requireReleases(connection, run?.scheduleDate);
  return run === undefined ? 'no job' : JSON.stringify([...namesReleasedBy(connection, run)]);
}

/** Flips bits of a copy of the file. @returns their bytes */
function damage(random: () => number, count: number): number[] {
  const bytes = readFileSync(whole);
  const positions = Array.from({ length: count }, () => Math.floor(random() * bytes.length));
  for (const position of positions) bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(random() * 8));
  writeFileSync(damaged, bytes);
  return positions;
}

/** Answers; all are faults if the file cannot even be opened. */
async function answersOrFaults(): Promise<Answers> {
  try {
    return await answersOf(damaged);
  } catch (fault) {
    const text = faultText(fault);
    return { register: right.register.map(() => text), coverage: right.coverage.map(() => text) };
  }
}

/** The answers that are neither right nor a fault. */
function wrongOf(given: Answers): string[] {
  const expected = [...right.register, ...right.coverage];
  return [...given.register, ...given.coverage].filter((answer, at) => answer !== expected[at] && answer !== 'fault');
}

/** For the page of a byte, the API whose tables it belongs to; undefined for a page of both, such as the schema. */
function ownersOfPages(): (position: number) => keyof Answers | 'neither' | undefined {
  const { sqlite } = openReader(whole);
  const size = sqlite.pragma('page_size', { simple: true }) as number;
  const rows = sqlite.prepare(
    'SELECT pageno, coalesce(tbl_name, dbstat.name) FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name',
  );
  const tables = new Map(rows.raw().all() as [number, string][]);
  sqlite.close();
  return (position) => ownerOf(tables.get(Math.floor(position / size) + 1));
}

/** A page without a table is free. */
function ownerOf(table: string | undefined): keyof Answers | 'neither' | undefined {
  if (table === undefined) return 'neither';
  if (/^(domain|listed_name|register_|release_|witness_)/.test(table)) return 'register';
  if (/^(coverage_|provider|technology)/.test(table)) return 'coverage';
  return /^(sqlite_schema|generation)$/.test(table) ? undefined : 'neither';
}

test(
  `B10: whichever bit of the database file flips, every answer is the right one or a fault, of that API alone (${flips} flips)`,
  async ({ annotate }) => {
    expect(new Set(right.register.slice(0, asked.length))).toEqual(new Set(['200', '210', '220', '270']));
    for (const list of right.register.slice(asked.length)) expect(list.length).toBeGreaterThan(1000);
    const ownerAt = ownersOfPages();
    const random = seededRandom(15);
    const wrong: string[] = [];
    const beyond: string[] = [];
    let faults = 0;
    for (let flip = 0; flip < flips; flip++) {
      const [position = 0] = damage(random, 1);
      const given = await answersOrFaults();
      wrong.push(...wrongOf(given).map((answer) => `byte ${position}: ${answer.slice(0, 500)}`));
      const owner = ownerAt(position);
      const faulty = (['register', 'coverage'] as const).filter((api) => given[api].includes('fault'));
      if (faulty.length > 0) faults++;
      if (owner !== undefined)
        beyond.push(...faulty.filter((api) => api !== owner).map((api) => `byte ${position}: ${api}`));
    }
    await annotate(`${flips} flips: ${faults} with an answer of damage`);
    expect({ wrong, beyond }).toEqual({ wrong: [], beyond: [] });
    // many bits are in free space or in tables that no answer reads
    expect(faults).toBeGreaterThan(flips / 100);
  },
  longestMs,
);

test(
  `B10: ${files} files with ${flipsOfFile} flipped bits each give no wrong answer, and the check reports the damage`,
  async ({ annotate }) => {
    const random = seededRandom(16);
    const wrong: string[] = [];
    const unfound: string[] = [];
    let [faults, openable, rows, reported] = [0, 0, 0, 0];
    for (let file = 0; file < files; file++) {
      damage(random, flipsOfFile);
      const given = await answersOrFaults();
      wrong.push(...wrongOf(given).map((answer) => `file ${file}: ${answer.slice(0, 500)}`));
      const isFaulty = [...given.register, ...given.coverage].includes('fault');
      if (isFaulty) faults++;
      const codes = await foundIn();
      if (codes === undefined) continue;
      openable++;
      reported += codes.length;
      rows += codes.filter((code) => code === 'row-damaged').length;
      wrong.push(...codes.filter((code) => code.startsWith('stack trace')).map((code) => `file ${file}: ${code}`));
      if (isFaulty && codes.length === 0) unfound.push(`file ${file}`);
    }
    await annotate(`${files} files of ${flipsOfFile} flips: ${faults} with an answer of damage, ${openable} openable`);
    await annotate(`the check reported ${reported} faults, of them ${rows} damaged rows`);
    expect({ wrong, unfound }).toEqual({ wrong: [], unfound: [] });
  },
  longestMs,
);

test('B10: an index that has one entry twice instead of another makes no list wrong', async () => {
  const { sqlite } = openReader(whole);
  const leaves = sqlite
    .prepare("SELECT pageno FROM dbstat WHERE name IN ('domain_pending', 'domain_marked') AND pagetype = 'leaf'")
    .pluck()
    .all() as number[];
  const size = sqlite.pragma('page_size', { simple: true }) as number;
  sqlite.close();
  const wrong: string[] = [];
  let faults = 0;
  for (const leaf of leaves) {
    const bytes = readFileSync(whole);
    const page = bytes.subarray((leaf - 1) * size, leaf * size);
    // the header of 8 bytes has the count of entries, and the place of each follows
    const middle = 8 + 2 * Math.floor(page.readUInt16BE(3) / 2);
    page.writeUInt16BE(page.readUInt16BE(middle), middle + 2);
    writeFileSync(damaged, bytes);
    const given = await answersOrFaults();
    wrong.push(...wrongOf(given).map((answer) => `page ${leaf}: ${answer.slice(0, 500)}`));
    if (given.register.includes('fault')) faults++;
  }
  expect(wrong).toEqual([]);
  expect(faults).toBeGreaterThan(2);
});

/** The codes of what the check finds in the file; undefined if it cannot be opened. */
async function foundIn(): Promise<string[] | undefined> {
  const connection = openedDamaged();
  if (connection === undefined) return undefined;
  try {
    return (await checkAllData(connection)).map(({ reason }) => reason.code);
  } catch (fault) {
    return [`stack trace: ${fault instanceof Error ? fault.stack : fault}`];
  } finally {
    connection.sqlite.close();
  }
}

function openedDamaged(): Connection | undefined {
  try {
    return openReader(damaged);
  } catch (fault) {
    if (damageIn(fault) === undefined) throw fault;
    return undefined;
  }
}
