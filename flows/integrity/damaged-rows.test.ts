import { expect, test } from 'vitest';
import { keyByHash } from '#db/access/keys.ts';
import { importsOfInspection } from '#db/broadband/mapping-facts.ts';
import { getUnfinishedJob, insertJob } from '#db/jobs/jobs.ts';
import { getDeliveryJob } from '#db/registry/deliveries.ts';
import { pageOfRuns } from '#db/registry/runs.ts';
import { setUnreadableListener } from '#db/stored-json.ts';
import { isApiKeyUsable } from '#lib/access/keys/api-key.ts';
import type { JobKind } from '#lib/jobs/kinds.ts';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { openRegisterFixture } from '#tests/models/register.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { checkAllData } from './full-check.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const faultsOf = async (reader: Parameters<typeof checkAllData>[0]) =>
  (await checkAllData(reader)).map(({ reason }) => reasonWords(reason, noControls));

/** As a flipped bit makes it: `{` becomes DEL. */
const flip = (column: string) => `x'7f' || substr(${column}, 2)`;

test('a run whose counts cannot be read is listed with all others, reported once, and found by the check', async () => {
  const register = openRegisterFixture();
  const { writer, reader } = register.connections;
  await register.import(['a.nz,2020-01-01,'], nowMs - 2000);
  await register.import(['b.nz,2020-01-01,'], nowMs - 1000);
  writer.sqlite.exec(`UPDATE register_run SET counts = CAST(${flip('counts')} AS TEXT) WHERE id = 1`);
  const heard: string[] = [];
  setUnreadableListener((column) => void heard.push(column));
  const all = {
    search: '',
    kind: undefined,
    state: undefined,
    sort: 'when',
    descending: false,
    page: 1,
    pageSize: 10,
  } as const;
  expect(pageOfRuns(reader, all).rows.map(({ id, counts }) => [id, Object.keys(counts).length > 0])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(heard).toEqual(['register_run.counts']);
  expect(await faultsOf(reader)).toEqual(['Row 1 of the table register_run is damaged: its counts cannot be read.']);
  register.close();
});

test('a key whose origins or scopes cannot be read is accepted from nowhere and for nothing', () => {
  const { writer, reader } = freshDatabase();
  const userId = requireUser(writer.db, 'jo@example.nz', nowMs);
  const hash = 'a'.repeat(64);
  addKey(writer.db, { userId, hash, prefix: 'Abcdef', origins: ['https://isp.example'], scopes: ['1.0'] }, nowMs);
  writer.sqlite.exec("UPDATE api_key SET origins = 'x', scopes = 'x'");
  const key = keyByHash(reader)(hash);
  expect(key).toMatchObject({ origins: ['unreadable'], scopes: [] });
  if (key === undefined) return;
  for (const origin of ['https://isp.example', 'https://evil.example'])
    expect(isApiKeyUsable(key, { origin, nowMs })).toBe(false);
});

test('a job whose parameters cannot be read ends no question about other jobs', async () => {
  const { writer, reader } = freshDatabase();
  const by = { actor: { who: 'ana@watea.example', address: null }, nowMs };
  const add = (kind: JobKind, parameters: object) => insertJob(writer.db, { kind, title: 'A job', parameters }, by);
  const damaged = [add('register delivery', {}), add('coverage import', {}), add('coverage figures', {})];
  writer.sqlite.exec(`UPDATE work SET parameters = CAST(${flip('parameters')} AS TEXT)`);
  const delivery = add('register delivery', { delivery: 7 });
  const imported = add('coverage import', { inspection: 7 });
  const figures = add('coverage figures', { versionId: 7 });
  expect(getDeliveryJob(reader, 7)?.id).toBe(delivery);
  expect(importsOfInspection(reader, 7).map(({ id }) => id)).toEqual([imported]);
  expect(getUnfinishedJob(reader, 'coverage figures', { versionId: 7 })?.id).toBe(figures);
  expect(await faultsOf(reader)).toEqual(
    damaged.map((id) => `Row ${id} of the table work is damaged: its parameters cannot be read.`),
  );
});

test.each([
  ['alarm', "INSERT INTO alarm (subject, facts, since, last_at, times) VALUES ('outbox', '[', 1, 1, 1)", 'facts'],
  [
    'register_run',
    "INSERT INTO register_run (kind, state, revision, base_revision, source, started_at, holder, heartbeat_at) VALUES ('mergf', 'failed', 1, 0, '', 1, '', 1)",
    'kind',
  ],
  ['registrar', "INSERT INTO registrar (name, created_at) VALUES ('Kea', 'soon')", 'created_at'],
])('the check reads every row: a value in %s that it cannot have is named', async (table, insert, column) => {
  const { writer, reader } = freshDatabase();
  writer.sqlite.pragma('ignore_check_constraints = ON');
  writer.sqlite.exec(insert);
  expect(await faultsOf(reader)).toContain(`Row 1 of the table ${table} is damaged: its ${column} cannot be read.`);
});
