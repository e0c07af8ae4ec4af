import { expect, test } from 'vitest';
import { DamageFound, damageIn } from './readiness.ts';

const sqliteFault = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['SQLITE_CORRUPT', 'database disk image is malformed', { code: 'database-unreadable', errno: 'SQLITE_CORRUPT' }],
  ['SQLITE_NOTADB', 'file is not a database', { code: 'database-unreadable', errno: 'SQLITE_NOTADB' }],
  ['SQLITE_ERROR', 'no such column: "rate"', { code: 'schema-damaged', text: 'no such column: "rate"' }],
  ['SQLITE_ERROR', 'no query solution', { code: 'schema-damaged', text: 'no query solution' }],
  ['SQLITE_ERROR', 'no such table: domain', undefined],
  [
    'SQLITE_ERROR',
    'foreign key mismatch - "work" referencing "job"',
    { code: 'schema-damaged', text: 'foreign key mismatch - "work" referencing "job"' },
  ],
  ['SQLITE_ERROR', 'near "SELEC": syntax error', undefined],
  ['SQLITE_BUSY', 'database is locked', undefined],
  ['SQLITE_CONSTRAINT', 'no such column: a note that says so', undefined],
])('%s, %s', (code, message, damage) => {
  expect(damageIn(sqliteFault(code, message))).toEqual(damage);
});

test('damage is recognised, and a fault of the program is not taken for it', () => {
  expect(damageIn(new DamageFound({ code: 'technologies-damaged' }))).toEqual({ code: 'technologies-damaged' });
  expect(damageIn(new TypeError('no such column: rate'))).toBeUndefined();
});
