import { describe, expect, test } from 'vitest';
import { parseName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';
import { latestCancelledTaken, latestJob, nextJobs, windowEnd } from '#lib/registry/release/release.ts';
import { type ListedStatus, statusOf } from '#lib/registry/status.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { droplistAt } from '#tests/models/droplist.ts';
import { demonstrationDomains, demonstrationListedNames } from './domains.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');
const hourMs = 3_600_000;

test('the names are the same for the same instant', () => {
  expect(demonstrationDomains(noon)).toEqual(demonstrationDomains(noon));
});

test('about 2,000 names, each once and in the register’s form, some with macrons', () => {
  const names = demonstrationDomains(noon).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(1900);
  expect(names.length).toBeLessThanOrEqual(2100);
  const all = [...names, ...demonstrationListedNames.map(({ name }) => name)];
  expect(new Set(all).size).toBe(all.length);
  const parsed = all.map(parseName);
  expect(parsed.map((name) => name.valid && name.domain)).toEqual(all);
  const idns = parsed.filter((name) => name.original !== undefined);
  expect(idns.length).toBeGreaterThan(200);
  const suffixes = new Set(parsed.flatMap((name) => (name.valid ? [name.suffix] : [])));
  expect(suffixes.size).toBeGreaterThanOrEqual(6);
});

test('the register has every status, with IDNs among the pending and the active names', () => {
  const listed = new Map<string, ListedStatus>(demonstrationListedNames.map(({ name, status }) => [name, status]));
  const rows = new Map(demonstrationDomains(noon).map((row) => [row.name, row]));
  const counts = new Map<string, number>();
  for (const name of [...rows.keys(), ...listed.keys()]) {
    const parsed = parseName(name);
    if (!parsed.valid) throw new Error(`${name} is no name.`);
    const { code } = statusOf({
      row: rows.get(name),
      listed: getRuledStatus(parsed) ?? listed.get(name),
      now: noon,
    });
    const kind = parsed.original === undefined ? code : `${code} IDN`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const kind of ['200', '200 IDN', '210', '210 IDN', '220', '220 IDN']) {
    expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(5);
  }
  for (const kind of ['230', '240', '260', '270']) expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
});

test('no date is in the future, and no name is cancelled before it is registered', () => {
  for (const { registered, cancelled, freeAt } of demonstrationDomains(noon)) {
    expect(registered * 1000).toBeLessThan(noon);
    if (cancelled !== null) {
      expect(cancelled * 1000).toBeLessThanOrEqual(noon);
      expect(registered).toBeLessThan(cancelled);
    }
    if (freeAt !== null) expect(freeAt).toBeLessThan(noon);
  }
});

describe.each([
  '2026-11-20T12:00:00+13:00',
  '2026-11-20T00:00:00+13:00',
  '2026-11-20T00:00:20+13:00',
  '2026-11-20T23:59:59+13:00',
  '2026-03-20T09:30:00+13:00',
  '2026-04-05T02:30:00+12:00',
  '2026-09-26T23:30:00+12:00',
  '2026-09-27T03:00:00+13:00',
  '2027-03-15T15:00:00+13:00',
  '2027-04-04T02:59:59+13:00',
  '2027-09-20T15:00:00+12:00',
  '2027-09-26T01:59:59+12:00',
  '2028-02-20T08:00:00+13:00',
  '2026-12-25T18:00:00+13:00',
])('seeded at %s', (seeded) => {
  test('R10: at every hour of the 30 days after, each of the next two jobs has names to release', async () => {
    const start = Date.parse(seeded);
    const rows = demonstrationDomains(start).map((row) => ({ ...row, domain: row.name, freeAt: row.freeAt }));
    for (let hour = 0; hour <= 30 * 24; hour++) {
      const now = start + hour * hourMs;
      const job = latestJob(now);
      const taken = latestCancelledTaken(job);
      for (const row of rows) {
        if (row.cancelled === null || row.freeAt !== null || row.cancelled > taken) continue;
        // the server runs each job at its minute; on first start it catches up on those that were due before
        row.freeAt = Math.max(windowEnd(job), start);
      }
      const drops = (await droplistAt(rows, now)).entries.map(({ drop }) => formatAuckland(drop));
      const expected = nextJobs(now).map((next) => formatAuckland(windowEnd(next)));
      expect([...new Set(drops)], new Date(now).toISOString()).toEqual(expected);
    }
  });
});
