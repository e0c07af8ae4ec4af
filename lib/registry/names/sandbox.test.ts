import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statusOfName } from '#lib/registry/name-status.ts';
import { dropDate, releaseDate } from '#lib/registry/release/release.ts';
import { statuses } from '#lib/registry/status.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { parseName } from './name.ts';
import { getSandboxStatus, hasSandboxName, sandboxNames, sandboxRow } from './sandbox.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const nothing = { find: () => undefined, listed: () => undefined };

/** A register and lists that contradict every sandbox name. */
const contrary = {
  find: (domain: string) =>
    domain.includes('active') ? undefined : { registered: 1_600_000_000, cancelled: null, freeAt: null },
  listed: () => 'Reserved' as const,
};

function statusIn(asked: string, known: Parameters<typeof statusOfName>[1], hasSandboxName: boolean): string {
  const name = parseName(asked);
  return name.valid ? statusOfName(name, known, { now, hasSandboxName }).status : 'invalid';
}

test('every status that a well-formed name can have has a sandbox name', () => {
  const covered = new Set(sandboxNames.map(([, status]) => status));
  expect([...covered].toSorted()).toEqual(
    Object.keys(statuses)
      .filter((status) => status !== 'Invalid')
      .toSorted(),
  );
});

test.each(sandboxNames)(
  '%s is %s, whatever the register and the lists say, in Unicode and in ASCII',
  (asked, status) => {
    const { domain } = parseName(asked);
    for (const known of [nothing, contrary]) {
      for (const form of [asked, domain, asked.toUpperCase(), `${asked}.`]) {
        expect(`${form} ${statusIn(form, known, true)}`).toBe(`${form} ${statuses[status].status}`);
      }
    }
  },
);

test.each(sandboxNames)('%s is an ordinary name in production', (asked) => {
  expect(statusIn(asked, nothing, false)).toBe('Available');
  expect(statusIn(asked, contrary, false)).toBe(asked.includes('active') ? 'Reserved' : 'Active');
});

test.each(['watea-active.iwi.nz', 'wātea-active.co.nz', 'watea-reserved.māori.nz', 'watea-available.govt.nz'])(
  'the label below another suffix is always available: %s',
  (asked) => {
    expect(statusIn(asked, contrary, true)).toBe('Available');
  },
);

test.each(['watea.nz', 'watea-actives.nz', 'a-watea-active.nz', 'watea.co.nz'])('%s is not a sandbox name', (asked) => {
  const name = parseName(asked);
  expect(name.valid && getSandboxStatus(name)).toBeUndefined();
});

test.each([
  '2026-11-20T00:00:00+13:00',
  '2026-11-20T23:59:59+13:00',
  '2026-04-05T02:30:00+12:00',
  '2026-12-25T12:00:00+13:00',
])('the pending names are due for release tomorrow at noon and drop the following midnight, at %s', (text) => {
  const moment = Date.parse(text);
  const row = sandboxRow(statuses.PendingRelease, moment);
  const cancelled = row?.cancelled ?? Number.NaN;
  const days = (instant: number) =>
    (Date.parse(`${formatAuckland(instant).slice(0, 10)}Z`) - Date.parse(`${formatAuckland(moment).slice(0, 10)}Z`)) /
    86_400_000;
  expect(days(releaseDate(cancelled) * 1000)).toBe(1);
  expect(formatAuckland(releaseDate(cancelled) * 1000)).toMatch(/ 1[123]:00:00/);
  expect(days(dropDate(cancelled, moment))).toBe(2);
  expect(formatAuckland(dropDate(cancelled, moment))).toMatch(/ 00:00:34/);
});

test('only registered and pending names have dates', () => {
  for (const status of Object.values(statuses)) {
    expect(sandboxRow(status, now) !== undefined).toBe(['200', '210'].includes(status.code));
  }
});

test('sandbox names have their status in every environment except production', () => {
  const environments = ['test', 'staging', 'pre-production', 'production'];
  expect(environments.filter(hasSandboxName)).toEqual(['test', 'staging', 'pre-production']);
});

test('the API’s description lists them with their codes', () => {
  const description = readFileSync(`${import.meta.dirname}/../../../docs/api.md`, 'utf8');
  const rows = description.split('\n').filter((line) => line.startsWith('| `w'));
  for (const [name, status] of sandboxNames) {
    const row = rows.find((line) => line.includes(`\`${name}\``)) ?? expect.fail(`${name} is not described`);
    expect(row).toContain(`\`${statuses[status].code} ${statuses[status].status}\``);
  }
});
