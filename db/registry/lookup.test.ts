import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGeneration } from '#db/generation.ts';
import { latestCancelledTaken, nextJobs } from '#lib/registry/release/release.ts';
import { droplistAt } from '#tests/models/droplist.ts';
import { publishRows } from '#tests/models/publish-rows.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { pendingForDroplist } from './droplist-rows.ts';
import { registerLookup } from './lookup.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

/** The names on the droplist at an instant. */
async function droplist(at: number): Promise<string[]> {
  const rows = pendingForDroplist(register.connections.reader, latestCancelledTaken(nextJobs(at)[1]), at);
  return (await droplistAt(rows, at)).entries.map(({ domain }) => domain);
}

test('a name is found as last published, without staged rows', async () => {
  const { reader, writer } = register.connections;
  const { inSnapshot } = registerLookup(reader);
  const find = (name: string) => inSnapshot((snapshot) => snapshot.find(name));
  await register.import(['a.nz,1970-01-02 00:00:00+00:00,'], now);
  expect(find('a.nz')).toEqual({ registered: 86_400, cancelled: null, freeAt: null });
  expect(find('b.nz')).toBeUndefined();
  const revision = 5_000_000;
  writer.sqlite
    .prepare('INSERT INTO domain (name, revision, registered, cancelled) VALUES (?, ?, 1, 2)')
    .run('a.nz', revision);
  expect(find('a.nz')).toMatchObject({ cancelled: null });
  publishRows(writer, revision);
  expect(find('a.nz')).toEqual({ registered: 1, cancelled: 2, freeAt: null });
});

test('all answers of a snapshot come from one state, whatever is published meanwhile', async () => {
  const { reader, writer } = register.connections;
  const { inSnapshot } = registerLookup(reader);
  await register.import(['a.nz,2020-01-01,'], now);
  const publish = () => {
    writer.sqlite.prepare('INSERT INTO domain (name, revision, registered) VALUES (?, ?, 7)').run('a.nz', 9_000_000);
    writer.sqlite.prepare("INSERT INTO listed_name (name, status) VALUES ('b.nz', 'Reserved')").run();
    publishRows(writer, 9_000_000);
  };
  inSnapshot(({ find, listed }) => {
    const before = find('a.nz');
    publish();
    expect(find('a.nz')).toEqual(before);
    expect(listed('b.nz')).toBeUndefined();
  });
  inSnapshot(({ find, listed }) => {
    expect(find('a.nz')).toMatchObject({ registered: 7 });
    expect(listed('b.nz')).toBe('Reserved');
  });
});

test('a snapshot ends when its function throws', () => {
  const { inSnapshot } = registerLookup(register.connections.reader);
  expect(() =>
    inSnapshot(() => {
      throw new Error('It failed.');
    }),
  ).toThrow('It failed.');
  expect(register.connections.reader.sqlite.inTransaction).toBe(false);
});

test('R10: the droplist has the names of the next two jobs; marked names stay until the window ends', async () => {
  await register.import(
    [
      'next.nz,2020-01-01,2026-08-22 08:00:00+12:00',
      'after-next.nz,2020-01-01,2026-08-23 08:00:00+12:00',
      'third.nz,2020-01-01,2026-08-24 08:00:00+12:00',
      'restored.nz,2020-01-01,2026-08-22 08:00:00+12:00',
      'active.nz,2020-01-01,',
    ],
    now,
  );
  await register.import(['restored.nz,2020-01-01,'], now);
  expect(await droplist(now)).toEqual(['next.nz', 'after-next.nz']);
  const midnight = Date.parse('2026-11-21T00:00:00+13:00');
  runReleaseJob(register.connections.writer, { scheduleDate: midnight, kind: 'scheduled', nowMs: midnight });
  expect(await droplist(midnight)).toEqual(['next.nz', 'after-next.nz']);
  expect(await droplist(midnight + 33_999)).toEqual(['next.nz', 'after-next.nz']);
  expect(await droplist(midnight + 34_000)).toEqual(['after-next.nz', 'third.nz']);
});

test('R13: the register records its last change', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const changedAt = () => readGeneration(register.connections.reader.db, 'register').changedAt;
  expect(changedAt()).toBe(now);
  await register.import(['a.nz,2020-01-01,'], now + 1000);
  expect(changedAt()).toBe(now);
});

test('names that are no longer pending leave the index of pending names', async () => {
  const inIndex = () =>
    register.connections.reader.sqlite
      .prepare(
        `SELECT name FROM domain INDEXED BY domain_pending
         WHERE cancelled IS NOT NULL AND free_at IS NULL AND superseded = 0 ORDER BY name`,
      )
      .pluck()
      .all();
  await register.import(
    ['restored.nz,2020-01-01,2026-11-01', 'taken.nz,2020-01-01,2026-08-01', 'pending.nz,2020-01-01,2026-11-01'],
    now,
  );
  expect(inIndex()).toEqual(['pending.nz', 'restored.nz', 'taken.nz']);
  await register.import(['restored.nz,2020-01-01,'], now);
  const midnight = Date.parse('2026-11-20T00:00:00+13:00');
  runReleaseJob(register.connections.writer, { scheduleDate: midnight, kind: 'catch-up', nowMs: now });
  expect(inIndex()).toEqual(['pending.nz']);
});
