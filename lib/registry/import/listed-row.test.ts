import { expect, test } from 'vitest';
import { parseListedRow } from './listed-row.ts';

function parse(domain: string, status: string, reason = '') {
  const faults: string[] = [];
  const row = parseListedRow({ domain, status, reason }, (message) => faults.push(message));
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
  ['', 'Reserved', ['domain is empty']],
  ['example.com', 'Reserved', ['domain "example.com" is not one label below .nz or one of its second-level domains']],
  ['a.nz', 'Active', ['status "Active" is not one of Prohibited, Conflicted, Resolved, Reserved']],
  ['a.nz', '', ['status "" is not one of Prohibited, Conflicted, Resolved, Reserved']],
  ['a.co.nz', 'Conflicted', ['domain "a.co.nz" cannot be Conflicted: that exists only directly below .nz']],
  ['a.iwi.nz', 'resolved', ['domain "a.iwi.nz" cannot be Resolved: that exists only directly below .nz']],
])('refuses %j as %j', (domain, status, faults) => {
  expect(parse(domain, status)).toEqual({ row: undefined, faults });
});
