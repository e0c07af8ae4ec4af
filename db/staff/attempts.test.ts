import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { type AttemptSubject, beginAttempt, settleAttempt } from './attempts.ts';

const nowMs = 1_800_000_000_000;
const jo: AttemptSubject = { kind: 'account', subject: 'account:jo' };
const office: AttemptSubject = { kind: 'address', subject: 'address:192.0.2.1' };

function fail(times: number, subjects: AttemptSubject[], database: ReturnType<typeof freshDatabase>): number[] {
  return Array.from({ length: times }, () => beginAttempt(database.writer, subjects, nowMs).waitMs);
}

test('attempts at one moment count one by one: the fourth waits, and what waits is not counted', () => {
  const database = freshDatabase();
  expect(fail(5, [jo], database)).toEqual([0, 0, 0, 1000, 1000]);
  expect(beginAttempt(database.writer, [jo], nowMs + 1000).waitMs).toBe(0);
  expect(beginAttempt(database.writer, [jo], nowMs + 1000).waitMs).toBe(2000);
});

test('the third failure is told to be the last that makes nobody wait', () => {
  const database = freshDatabase();
  const told = Array.from({ length: 4 }, () => beginAttempt(database.writer, [jo, office], nowMs).isLastFree);
  expect(told).toEqual([false, false, true, false]);
});

test('one account’s failures make nobody else wait, not even at the same address', () => {
  const database = freshDatabase();
  fail(5, [jo, office], database);
  expect(beginAttempt(database.writer, [{ kind: 'account', subject: 'account:ana' }, office], nowMs).waitMs).toBe(0);
});

test('an address that tries many accounts waits, and accounts tried from elsewhere do not', () => {
  const database = freshDatabase();
  const waits = Array.from(
    { length: 11 },
    (_, at) => beginAttempt(database.writer, [{ kind: 'account', subject: `account:${at}` }, office], nowMs).waitMs,
  );
  expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 1000]);
  expect(beginAttempt(database.writer, [{ kind: 'account', subject: 'account:10' }], nowMs).waitMs).toBe(0);
});

test('a success forgets the account’s failures, and leaves the address those of others', () => {
  const database = freshDatabase();
  fail(3, [jo, office], database);
  settleAttempt(database.writer, [jo, office]);
  expect(beginAttempt(database.writer, [jo], nowMs).waitMs).toBe(0);
  const row = database.reader.sqlite.prepare('SELECT failures FROM failed_attempt WHERE subject = ?').pluck();
  expect(row.get(office.subject)).toBe(2);
});

test('failures of the day before are gone from the database', () => {
  const database = freshDatabase();
  fail(1, [jo], database);
  beginAttempt(database.writer, [office], nowMs + 24 * 3_600_000 + 1);
  expect(database.reader.sqlite.prepare('SELECT subject FROM failed_attempt').pluck().all()).toEqual([office.subject]);
});
