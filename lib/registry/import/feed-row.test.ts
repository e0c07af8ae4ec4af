import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { parseFeedRow } from './feed-row.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const seconds = (text: string) => Date.parse(text) / 1000;

function parse(domain: string, registered: string, cancel_date = '') {
  const faults: string[] = [];
  const row = parseFeedRow({ domain, registered, cancel_date }, now, (field, reason) =>
    faults.push(`${field}: ${wordsOf(reason)}`),
  );
  return { row, faults };
}

const good: [string, string, string, unknown][] = [
  [
    'Example.CO.NZ.',
    '2020-01-02 03:04:05+13:00',
    '',
    { name: 'example.co.nz', registered: seconds('2020-01-02T03:04:05+13:00'), cancelled: null },
  ],
  [
    'kōwhai.māori.nz',
    '2020-07-02T00:00:00Z',
    '2026-11-20 12:00:00+13:00',
    {
      name: 'xn--kwhai-g9a.maori.nz',
      registered: seconds('2020-07-02T00:00:00Z'),
      cancelled: seconds('2026-11-20T12:00:00+13:00'),
    },
  ],
  [
    'same-second.nz',
    '2026-01-01',
    '2026-01-01',
    {
      name: 'same-second.nz',
      registered: seconds('2026-01-01T00:00:00+13:00'),
      cancelled: seconds('2026-01-01T00:00:00+13:00'),
    },
  ],
];

test.each(good)('R7, R8: reads %s', (domain, registered, cancelDate, row) => {
  expect(parse(domain, registered, cancelDate)).toEqual({ row, faults: [] });
});

const example = '(write it like 2026-11-20 14:30:00+13:00)';
const bad: [string, string, string, string[]][] = [
  ['', '2020-01-01', '', ['domain: The value is missing.']],
  [
    'example.com',
    '2020-01-01',
    '',
    ['domain: "example.com" is not a single label below .nz or below one of its second-level domains.'],
  ],
  ['co.nz', '2020-01-01', '', ['domain: "co.nz" is a suffix, not a name.']],
  ['a_b.nz', '2020-01-01', '', ['domain: "a_b.nz" has a character other than a–z, 0–9, hyphen and ā ē ī ō ū.']],
  [
    'a\u0000.nz',
    '2020-01-01',
    '',
    [
      'domain: "a\\u0000.nz" has a character other than a–z, 0–9, hyphen and ā ē ī ō ū. It contains a null character (U+0000), which cannot be seen: delete it.',
    ],
  ],
  [`${'a'.repeat(300)}.nz`, '2020-01-01', '', [`domain: "${'a'.repeat(80)}…" is longer than 253 characters.`]],
  ['a.nz', '', '', ['registered: The value is missing.']],
  ['a.nz', 'yesterday', '', [`registered: "yesterday" is not a date or time ${example}.`]],
  ['a.nz', '2026-02-29', '', ['registered: "2026-02-29" is not a day of the calendar.']],
  ['a.nz', '2020-01-01 10:00:00', '', [`registered: "2020-01-01 10:00:00" has no offset from UTC ${example}.`]],
  [
    'a.nz',
    '2026-11-20 12:00:01+13:00',
    '',
    ['registered: "2026-11-20 12:00:01+13:00" is in the future: it is now 2026-11-20 12:00:00+13:00.'],
  ],
  [
    'a.nz',
    '2020-01-01',
    '2026-11-21',
    ['cancel_date: "2026-11-21" is in the future: it is now 2026-11-20 12:00:00+13:00.'],
  ],
  ['a.nz', '2020-01-02', '2020-01-01', ['cancel_date: "2020-01-01" is earlier than registered, "2020-01-02".']],
  [
    'a b.nz',
    '?',
    '2020-13-01',
    [
      'domain: "a b.nz" has a character other than a–z, 0–9, hyphen and ā ē ī ō ū.',
      `registered: "?" is not a date or time ${example}.`,
      'cancel_date: "2020-13-01" is not a day of the calendar.',
    ],
  ],
];

test.each(bad)('reports everything wrong with %j, %j, %j', (domain, registered, cancelDate, faults) => {
  expect(parse(domain, registered, cancelDate)).toEqual({ row: undefined, faults });
});

test('faults are codes with facts; long values are cut', () => {
  const faults: unknown[] = [];
  parseFeedRow({ domain: `${'a'.repeat(300)}.nz`, registered: '', cancel_date: '2020-13-01' }, now, (field, reason) =>
    faults.push([field, reason]),
  );
  expect(faults).toEqual([
    ['domain', { code: 'not-a-name', text: `${'a'.repeat(80)}…`, why: 'name-too-long' }],
    ['registered', { code: 'value-missing' }],
    ['cancel_date', { code: 'not-a-timestamp', text: '2020-13-01', why: 'not-a-day' }],
  ]);
});
