import { expect, test } from 'vitest';
import type { Reason } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { type AuditRow, chainStart, checkChain, hashOfRow } from './chain.ts';
import { canonicalJson } from './difference.ts';

function chain(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let id = 1; id <= length; id++) {
    const content = {
      id,
      at: 1_795_129_200_000 + id,
      who: 'ana@watea.example',
      address: '192.0.2.7',
      action: 'network.add',
      subject: `192.0.2.${id}/32 of Example`,
      before: null,
      after: `{"note":"${id}"}`,
      previousHash: rows.at(-1)?.hash ?? chainStart,
    };
    rows.push({ ...content, hash: hashOfRow(content) });
  }
  return rows;
}

test('an unchanged chain verifies, and so does an empty one', () => {
  expect(checkChain(chain(5), 5)).toEqual({ rows: 5 });
  expect(checkChain([], 0)).toEqual({ rows: 0 });
});

test('the hash is the SHA-256 of the canonical JSON of the row and the hash before it', () => {
  const row = { id: 1, at: 2, who: 'a', address: null, action: 'b', subject: 'c', before: null, after: '{}' };
  // printf '["",1,2,"a",null,"b","c",null,"{}"]' | sha256sum
  expect(hashOfRow({ ...row, previousHash: '' })).toBe(
    '93597d6c9721c9dc0b7e97f98945d2fd2d8e560f361d95e3ba70c2bec226a772',
  );
});

test.each([
  ['at', 1],
  ['who', 'mallory@watea.example'],
  ['address', null],
  ['action', 'network.remove'],
  ['subject', 'somebody else'],
  ['before', '{}'],
  ['after', null],
] as const)('a changed %s is detected in its row', (field, value) => {
  const rows = chain(5).map((row) => (row.id === 3 ? { ...row, [field]: value } : row));
  expect(checkChain(rows, 5)).toEqual({ fault: { code: 'audit-row-changed', row: 3 } });
});

test('a row whose hash was recomputed for its new content breaks the next row', () => {
  const rows = chain(5).map((row) => {
    if (row.id !== 3) return row;
    const changed = { ...row, who: 'mallory@watea.example' };
    return { ...changed, hash: hashOfRow(changed) };
  });
  expect(checkChain(rows, 5)).toEqual({ fault: { code: 'audit-row-unlinked', row: 4 } });
});

test.each([
  ['the first', 1],
  ['a middle', 3],
  ['the last', 5],
])('%s row removed is detected', (_which, id) => {
  expect(
    checkChain(
      chain(5).filter((row) => row.id !== id),
      5,
    ),
  ).toEqual({ fault: { code: 'audit-rows-missing', first: id, last: id } });
});

test('rows removed from the end are detected', () => {
  expect(checkChain(chain(2), 5)).toEqual({ fault: { code: 'audit-rows-missing', first: 3, last: 5 } });
});

test('a fault names its rows', () => {
  const faults: Reason[] = [
    { code: 'audit-rows-missing', first: 5, last: 5 },
    { code: 'audit-rows-missing', first: 3, last: 5 },
    { code: 'audit-row-unlinked', row: 4 },
    { code: 'audit-row-changed', row: 3 },
  ];
  expect(faults.map(wordsOf)).toEqual([
    'Row 5 is missing.',
    'Rows 3 to 5 are missing.',
    'Row 4 does not follow from the row before it.',
    'Row 3 was changed after it was written.',
  ]);
});

test('equal values have one canonical text, whatever the order of their keys', () => {
  const one = { b: [{ d: 1, c: 'ā"' }], a: null, gone: undefined };
  const other = { a: null, b: [{ c: 'ā"', d: 1 }] };
  expect(canonicalJson(one)).toBe('{"a":null,"b":[{"c":"ā\\"","d":1}]}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
});
