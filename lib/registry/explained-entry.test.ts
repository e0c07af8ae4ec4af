import { expect, test } from 'vitest';
import { explainedEntry } from './explained-entry.ts';
import { parseName } from './names/name.ts';
import type { ListedStatus, RegisterRow } from './status.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const at = (text: string) => Date.parse(text);
const registered = at('2020-01-15T10:00:00+13:00') / 1000;
const row = (cancelled: string | null, freeAt: string | null = null): RegisterRow => ({
  registered,
  cancelled: cancelled === null ? null : at(cancelled) / 1000,
  freeAt: freeAt === null ? null : at(freeAt),
});
const lastJob = at('2026-11-20T00:00:00+13:00');

function entryOf(asked: string, found?: RegisterRow, listed?: ListedStatus, hasSandboxName = false) {
  const known = { find: () => found, listed: () => listed, lastJob: () => lastJob };
  return JSON.parse(explainedEntry(parseName(asked), known, { now, hasSandboxName }));
}

test.each<[asked: string, found: RegisterRow | undefined, listed: ListedStatus | undefined, expected: object]>([
  ['kea.nz', row(null), 'Reserved', { code: '200', status: 'Active', domain: 'kea.nz', reason: 'It is registered.' }],
  [
    'kōwhai.nz',
    row('2026-10-01T08:00:00+13:00'),
    undefined,
    {
      code: '210',
      status: 'PendingRelease',
      domain: 'xn--kwhai-g9a.nz',
      original: 'kōwhai.nz',
      reason: 'It is cancelled, and may be restored until release_date; otherwise it is available from drop_date.',
      release_date: '2026-12-30T08:00:00+13:00',
      drop_date: '2026-12-31T00:00:34+13:00',
      can_be_restored: true,
    },
  ],
  [
    'kea.nz',
    row('2026-08-22T11:00:00+12:00'),
    undefined,
    {
      code: '210',
      status: 'PendingRelease',
      domain: 'kea.nz',
      reason: 'It is cancelled, and can no longer be restored: the next release job takes it.',
      release_date: '2026-11-20T11:00:00+13:00',
      drop_date: '2026-11-21T00:00:34+13:00',
      can_be_restored: false,
    },
  ],
  [
    'kea.nz',
    row('2026-08-20T11:00:00+12:00', '2026-11-20T12:00:01+13:00'),
    undefined,
    {
      code: '210',
      status: 'PendingRelease',
      domain: 'kea.nz',
      reason: 'The release job has taken it: it is available from drop_date.',
      release_date: '2026-11-18T11:00:00+13:00',
      drop_date: '2026-11-20T12:00:01+13:00',
      can_be_restored: false,
    },
  ],
  [
    'kea.nz',
    row('2026-08-20T11:00:00+12:00', '2026-11-20T12:00:00+13:00'),
    undefined,
    {
      code: '220',
      status: 'Available',
      domain: 'kea.nz',
      reason: 'A release job has released it: whoever registers it first has it.',
    },
  ],
  [
    'kea.nz',
    undefined,
    'Conflicted',
    {
      code: '240',
      status: 'Conflicted',
      domain: 'kea.nz',
      reason: 'It is on the list of names that are Conflicted.',
    },
  ],
  [
    'gov.nz',
    undefined,
    'Reserved',
    { code: '230', status: 'Prohibited', domain: 'gov.nz', reason: 'A rule of .nz keeps it from being registered.' },
  ],
  [
    'kea.nz',
    undefined,
    undefined,
    {
      code: '220',
      status: 'Available',
      domain: 'kea.nz',
      reason: 'Nobody has registered it, and no rule or list keeps it.',
    },
  ],
  [
    '"kea".nz',
    undefined,
    undefined,
    {
      code: '500',
      status: 'Invalid characters in query string',
      domain: '"kea".nz',
      reason: 'It has a character other than a–z, 0–9, hyphen and ā ē ī ō ū.',
    },
  ],
])('R14: %s as %o, listed as %s', (asked, found, listed, expected) => {
  expect(entryOf(asked, found, listed)).toEqual(expected);
  expect(Object.keys(entryOf(asked, found, listed))).toEqual(Object.keys(expected));
});

test('R14: a pending sandbox name has the dates of one that is due tomorrow', () => {
  expect(entryOf('watea-pending.nz', row(null), undefined, true)).toMatchObject({
    code: '210',
    release_date: '2026-11-21T12:00:00+13:00',
    drop_date: '2026-11-22T00:00:34+13:00',
    can_be_restored: true,
  });
});
