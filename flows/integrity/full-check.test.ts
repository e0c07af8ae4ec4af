import { afterEach, beforeEach, expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { blocksOfVersion } from '#db/broadband/seals.ts';
import { openReader, openWriter } from '#db/client.ts';
import { getLastDataCheck } from '#db/integrity.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { buildWitness, prepareWitness } from '#flows/registry/build-witness.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { runDataCheck } from './full-check.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
let register: RegisterFixture;
beforeEach(async () => {
  register = openRegisterFixture();
  await register.import(['a.nz,2020-01-01,', 'b.nz,2020-01-01,2026-11-01', 'c.nz,2020-01-01,'], now);
});
afterEach(() => register.close());

const change = (sql: string) => void register.connections.writer.sqlite.exec(sql);

/** A check on a new connection, as its own process makes it. */
async function check() {
  const writer = openWriter(register.file);
  try {
    return await runDataCheck(writer, () => now);
  } finally {
    writer.sqlite.close();
  }
}

/** The sentences of what a check finds. */
async function found(): Promise<string[]> {
  return (await check())?.faults.map(({ reason }) => wordsOf(reason)) ?? [];
}

/** The fault of a look-up on a new connection, as another process would meet it. */
function faultOf(name: string): unknown {
  const connection = openReader(register.file);
  try {
    return registerLookup(connection).inSnapshot((known) => known.find(name));
  } catch (fault) {
    return Reflect.get(Object(fault), 'damage') ?? fault;
  } finally {
    connection.sqlite.close();
  }
}

test('sound data pass; the result is recorded, and alarms end', async () => {
  change(
    `INSERT INTO alarm (subject, facts, since, last_at, times) VALUES ('registry data', '{"code":"worded"}', 1, 1, 1)`,
  );
  expect(await check()).toBeUndefined();
  expect(getLastDataCheck(register.connections.reader)).toMatchObject({ endedAt: now, faults: null });
  expect(getAlarm(register.connections.reader, 'registry data')).toBeUndefined();
});

test.each([
  ['a name was lost', "DELETE FROM domain WHERE name = 'a.nz'", 'a.nz', 'lacks 1 of the names'],
  ['a name was altered', "UPDATE domain SET name = 'd.nz' WHERE name = 'a.nz'", 'a.nz', 'disagree about d.nz'],
  ['a name became cancelled', "UPDATE domain SET cancelled = 7 WHERE name = 'a.nz'", 'a.nz', 'disagree about a.nz'],
  ['a date was altered', "UPDATE domain SET registered = registered + 64 WHERE name = 'a.nz'", 'a.nz', 'about a.nz'],
  [
    'a cancel date was altered',
    "UPDATE domain SET cancelled = cancelled + 1 WHERE name = 'b.nz'",
    'b.nz',
    'about b.nz',
  ],
  ['a name was marked', "UPDATE domain SET free_at = 7 WHERE name = 'b.nz'", 'b.nz', 'disagree about b.nz'],
  ['the witness lost a record', 'DELETE FROM witness_record', 'c.nz', 'missing or damaged'],
  ['a record of it was altered', 'UPDATE witness_record SET previous = previous - 1', 'c.nz', 'missing or damaged'],
  [
    'a byte of it was altered',
    "UPDATE witness_part SET body = substr(body, 1, length(body) - 1) || x'07'",
    'c.nz',
    'damaged',
  ],
  ['its key was altered', "UPDATE witness_key SET key = x'0102030405060708'", 'c.nz', 'disagree about'],
  [
    'the published revision was altered',
    "UPDATE generation SET value = value + 1 WHERE subject = 'register'",
    'c.nz',
    'damaged',
  ],
])('B10: when %s, no process answers the name, and the check says so', async (_what, sql, name, words) => {
  change(sql);
  expect(faultOf(name)).toMatchObject({ code: expect.stringMatching(/register-disagrees|witness-unusable/) });
  expect((await found()).join()).toContain(words);
  const reader = openReader(register.file);
  expect(getAlarm(reader, 'data check')).toMatchObject({ code: 'data-check-failed' });
  expect(getLastDataCheck(reader)?.faults).toMatchObject({ reason: { code: 'database-unsound' } });
  reader.sqlite.close();
});

test('B10: a column that the schema no longer has is damage, not a fault of the program, and ends no other check', async () => {
  change('ALTER TABLE domain RENAME COLUMN free_at TO gree_at');
  change('DROP TRIGGER audit_entry_is_not_changed');
  expect(() => register.statusAt('a.nz', now)).toThrow('no such column: "free_at"');
  const words = (await found()).join();
  expect(words).toContain('The schema of the database is damaged (no such column: "free_at"');
  expect(words).toContain('audit_entry_is_not_changed');
});

test('B10: a name of the list that was altered is not answered', async () => {
  change("INSERT INTO listed_name VALUES ('held.nz', 'Reserved', '')");
  expect(() => register.statusAt('held.nz', now)).toThrow('register-disagrees');
  expect(await found()).toEqual(['The register and its second witness disagree about held.nz.']);
});

test('a release job frees nothing when the due names are not those of the witness', () => {
  change("UPDATE domain SET cancelled = cancelled - 20000000 WHERE name = 'b.nz'");
  const midnight = Date.parse('2026-11-20T00:00:00+13:00');
  const job = () =>
    runReleaseJob(register.connections.writer, { scheduleDate: midnight, kind: 'catch-up', nowMs: now });
  expect(job).toThrow('register-disagrees');
});

test.each([
  ['release_run', 'UPDATE release_run SET free_at = free_at + 1', 'The release jobs that have run and their second'],
  [
    'its names',
    "UPDATE domain SET registered = 7 WHERE name = 'old.nz' AND free_at > 0",
    'The cancelled names of register',
  ],
])('B10: the check finds damage of a release job: %s', async (_what, sql, words) => {
  await register.import(['old.nz,2020-01-01,2026-08-01'], now);
  const scheduleDate = Date.parse('2026-11-20T00:00:00+13:00');
  runReleaseJob(register.connections.writer, { scheduleDate, kind: 'catch-up', nowMs: now });
  await register.import(['old.nz,2026-11-20T13:00:00+13:00,'], now + 3_600_000);
  expect(await found()).toEqual([]);
  change(sql);
  expect((await found()).join()).toContain(words);
});

test('a database of before gets its first witness once, if the file is sound', () => {
  const { writer } = register.connections;
  change('DELETE FROM witness_record; DELETE FROM witness_part; UPDATE witness_key SET is_built = 0');
  prepareWitness(writer);
  expect(register.statusAt('a.nz', now)).toBe('Active');
  change("DELETE FROM domain WHERE name = 'a.nz'");
  prepareWitness(writer);
  expect(() => register.statusAt('a.nz', now)).toThrow('register-disagrees');
  buildWitness(writer);
});

test('many records of the witness become one, and every answer stays', async () => {
  for (let day = 0; day < 45; day++) await register.import([`day-${day}.nz,2020-01-01,`], now + day);
  const { sqlite } = register.connections.reader;
  expect(sqlite.prepare('SELECT count(*) FROM witness_record').pluck().get()).toBeLessThan(42);
  expect(register.statusAt('day-3.nz', now)).toBe('Active');
  expect(faultOf('day-3.nz')).toMatchObject({ cancelled: null });
  expect(await check()).toBeUndefined();
});

test('B10: a damaged or lost block of the published coverage is not answered, and the check names it', async () => {
  const { connections } = register;
  const squares = Array.from({ length: 200 }, (_, place) =>
    feature({ provider: `P${place % 7}` }, square(174 + (place % 20) / 10, -41 + Math.floor(place / 20) / 10, 0.05)),
  );
  // so many vertices that there are several blocks
  const saw = Array.from({ length: 4000 }, (_, place) => [175 + place / 4000, -41 + (place % 2) / 50]);
  const areas = [...squares, feature({ provider: 'P7' }, [[175, -42], ...saw, [176, -42], [175, -42]])];
  const { id } = await importFile(connections, file(collection(...areas)), { mode: 'replace all' });
  await publishVersion(connections, id, writing);
  expect(await check()).toBeUndefined();
  const parsed = parsePoint('-40.97', '175.02');
  if (!parsed.ok) throw new Error('It is no point of the service.');
  const answer = () => coverageLookup(connections.reader).answerAt(parsed.point, 'x', 'y');
  const right = answer();
  const { sqlite } = connections.writer;
  const directory = blocksOfVersion(connections.writer, id)?.directory;
  const blocks = Array.from({ length: directory?.length ?? 0 }, (_, index) => directory?.idAt(index) ?? 0);
  expect(blocks.length).toBeGreaterThan(5);
  for (const [what, sql] of [
    ['altered', 'UPDATE coverage_cell SET body = zeroblob(length(body)) WHERE id = ?'],
    ['lost', 'DELETE FROM coverage_cell WHERE id = ?'],
    ['moved', 'UPDATE coverage_cell SET id = id + 1 WHERE id = ?'],
  ] as const) {
    for (const block of blocks) {
      sqlite.exec('SAVEPOINT damage');
      sqlite.prepare(sql).run(block);
      let given = 'fault';
      try {
        given = coverageLookup(connections.writer).answerAt(parsed.point, 'x', 'y');
      } catch {
        // not answered
      }
      expect([right, 'fault'], `${what} ${block}`).toContain(given);
      sqlite.exec('ROLLBACK TO damage; RELEASE damage');
    }
  }
  sqlite.prepare('UPDATE coverage_cell SET body = zeroblob(length(body)) WHERE id = ?').run(blocks[1]);
  expect((await found()).join()).toMatch(/^Block \d+ of the cell index of coverage version \d+ is damaged\.$/);
});

test('B10: a damaged list of the blocks, or damaged offers, of the published coverage are found', async () => {
  const { connections } = register;
  const { id } = await importFile(connections, file(collection(feature({}, square(174, -41)))), {
    mode: 'replace all',
  });
  await publishVersion(connections, id, writing);
  expect(await check()).toBeUndefined();
  change('UPDATE coverage_offer SET bandwidth_max_mbps = 901');
  expect(await found()).toEqual([`The offers of coverage version ${id} are damaged.`]);
  change('UPDATE coverage_offer SET bandwidth_max_mbps = 900');
  change(`UPDATE coverage_seal SET directory = zeroblob(length(directory)) WHERE version_id = ${id}`);
  expect(await found()).toEqual([`The cell index of coverage version ${id} is damaged.`]);
});
