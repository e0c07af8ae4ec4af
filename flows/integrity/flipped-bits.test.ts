import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { sealTechnologiesOnce } from '#db/broadband/technology-seal.ts';
import type { Connection } from '#db/client.ts';
import { closeDatabase, openDatabase, openReader } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { namesReleasedBy, pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { type RegisterLookup, registerLookup } from '#db/registry/lookup.ts';
import { getReleaseInForce } from '#db/registry/release-runs.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { addListedName } from '#flows/registry/listed-names.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { type ParsedName, parseName } from '#lib/registry/names/name.ts';
import { latestCancelledTaken, nextJobs } from '#lib/registry/release/release.ts';
import { droplistAt } from '#tests/models/droplist.ts';
import { runReleaseJob, textBytes } from '#tests/models/register.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';

// Bits of a real database file are flipped one at a time, anywhere in the file. Every answer is then the right one or none.

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const midnight = Date.parse('2026-11-20T00:00:00+13:00');
const flips = tries(200, 6000);
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

interface Answers {
  readonly codes: readonly string[];
  readonly droplist: string;
  readonly released: string;
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
    const register = registerLookup(connection);
    const coverage = coverageLookup(connection);
    return {
      codes: asked.map((name) => attempt(() => codeOf(register, name))),
      droplist: await attemptList(() => droplistOf(connection)),
      released: await attemptList(() => releasedOf(connection)),
      coverage: points.map((point) => attempt(() => coverage.answerAt(point, 'x', 'y'))),
    };
  } finally {
    connection.sqlite.close();
  }
}

/** What an endpoint would answer with 500 or 503 is `fault`. */
function attempt(work: () => string): string {
  try {
    return work();
  } catch {
    return 'fault';
  }
}

function codeOf(register: RegisterLookup, name: ParsedName): string {
  if (!name.valid) return 'not a name';
  return register.inSnapshot((known) => statusOfName(name, known, { now: nowMs, hasSandboxName: false }).code);
}

async function attemptList(work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch {
    return 'fault';
  }
}

async function droplistOf(connection: Connection): Promise<unknown> {
  const [, second] = nextJobs(nowMs);
  const { entries } = await droplistAt(pendingForDroplist(connection, latestCancelledTaken(second), nowMs), nowMs);
  return entries;
}

async function releasedOf(connection: Connection): Promise<unknown> {
  const run = getReleaseInForce(connection, nowMs);
  return run === undefined ? 'no job' : [...namesReleasedBy(connection, run)];
}

function flipBit(path: string, position: number, bit: number): void {
  const bytes = readFileSync(path);
  bytes[position] = (bytes[position] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
}

/** Answers, or why the file could not even be opened. */
async function answersOrFault(path: string): Promise<Answers | undefined> {
  try {
    return await answersOf(path);
  } catch {
    return undefined;
  }
}

test(`B10: whichever bit of the database file flips, every answer is the right one or a fault (${flips} flips)`, async () => {
  expect(new Set(right.codes)).toEqual(new Set(['200', '210', '220', '270']));
  expect(right.droplist.length).toBeGreaterThan(1000);
  expect(right.released.length).toBeGreaterThan(1000);
  const size = statSync(whole).size;
  const random = seededRandom(15);
  const wrong: string[] = [];
  let faults = 0;
  for (let flip = 0; flip < flips; flip++) {
    const [position, bit] = [Math.floor(random() * size), Math.floor(random() * 8)];
    copyFileSync(whole, damaged);
    flipBit(damaged, position, bit);
    const answers = await answersOrFault(damaged);
    if (answers === undefined) faults++;
    else {
      const given = [...answers.codes, answers.droplist, answers.released, ...answers.coverage];
      const expected = [...right.codes, right.droplist, right.released, ...right.coverage];
      if (given.includes('fault')) faults++;
      given.forEach((answer, at) => {
        if (answer !== expected[at] && answer !== 'fault')
          wrong.push(`byte ${position}, bit ${bit}: ${answer.slice(0, 200)}`);
      });
    }
  }
  expect(wrong).toEqual([]);
  // many bits are in free space or in tables that no answer reads
  expect(faults).toBeGreaterThan(flips / 100);
}, 120_000);
