import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { parseListedRow } from './listed-row.ts';

function parse(domain: string, status: string, reason = '') {
  const faults: string[] = [];
  const row = parseListedRow({ domain, status, reason }, (field, reason) =>
    faults.push(`${field}: ${wordsOf(reason)}`),
  );
  return { row, faults };
}

test.each([
  ['Rude.CO.NZ', 'prohibited', '', { name: 'rude.co.nz', status: 'Prohibited', reason: '' }],
  ['tōtara.nz', 'Conflicted', 'two holders', { name: 'xn--ttara-g9a.nz', status: 'Conflicted', reason: 'two holders' }],
  ['settled.nz', 'RESOLVED', '', { name: 'settled.nz', status: 'Resolved', reason: '' }],
  ['kept.geek.nz', 'Reserved', '', { name: 'kept.geek.nz', status: 'Reserved', reason: '' }],
])('reads %s as %s', (domain, status, reason, row) => {
  expect(parse(domain, status, reason)).toEqual({ row, faults: [] });
});

test.each([
  ['', 'Reserved', ['domain: The value is missing.']],
  [
    'example.com',
    'Reserved',
    ['domain: "example.com" is not a single label below .nz or below one of its second-level domains.'],
  ],
  ['a.nz', 'Active', ['status: "Active" is not one of Prohibited, Conflicted, Resolved, Reserved.']],
  ['a.nz', '', ['status: "" is not one of Prohibited, Conflicted, Resolved, Reserved.']],
  ['a.co.nz', 'Conflicted', ['status: a.co.nz cannot be Conflicted: only names directly below .nz can.']],
  ['a.iwi.nz', 'resolved', ['status: a.iwi.nz cannot be Resolved: only names directly below .nz can.']],
])('refuses %j as %j', (domain, status, faults) => {
  expect(parse(domain, status)).toEqual({ row: undefined, faults });
});
