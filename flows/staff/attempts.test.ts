import { expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { client, nowMs } from '#tests/support/staff/people.ts';
import { type AttemptSubject, beginAttempt, settleAttempt } from './attempts.ts';

const jo: AttemptSubject = { kind: 'account', subject: 'account:jo' };
const office = client;
const nowhere = { address: null, limitKey: 'unknown' };

/** Makes an attempt that fails. @returns how many milliseconds it must wait instead, or 0 when it was made */
async function fail(
  { writer }: Connections,
  subject: AttemptSubject,
  { from = nowhere, atMs = nowMs }: { from?: typeof nowhere | typeof office; atMs?: number } = {},
): Promise<number> {
  return await beginAttempt(writer, subject, from, atMs).then(
    () => 0,
    ({ reason }) => (reason.code === 'too-many-attempts' ? reason.waitMs : Number.NaN),
  );
}

async function failTimes(times: number, make: (at: number) => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  for (let at = 0; at < times; at++) waits.push(await make(at));
  return waits;
}

test('simultaneous attempts count one by one: the fourth waits, and waiting attempts are not counted', async () => {
  const database = freshDatabase();
  expect(await Promise.all(Array.from({ length: 5 }, () => fail(database, jo)))).toEqual([0, 0, 0, 1000, 1000]);
  expect(await fail(database, jo, { atMs: nowMs + 1000 })).toBe(0);
  expect(await fail(database, jo, { atMs: nowMs + 1000 })).toBe(2000);
});

test('an attempt that must wait reports how long', async () => {
  const database = freshDatabase();
  await failTimes(3, () => fail(database, jo));
  const { reason } = await rejectionOf(beginAttempt(database.writer, jo, nowhere, nowMs));
  expect(reason).toEqual({ code: 'too-many-attempts', waitMs: 1000 });
  expect(wordsOf(reason)).toBe('There were too many failed attempts. Wait 1 second, then try again.');
  expect(wordsOf({ code: 'too-many-attempts', waitMs: 900_000 })).toContain('Wait 15 minutes');
  expect(wordsOf({ code: 'too-many-attempts', waitMs: 31_500 })).toContain('Wait 32 seconds');
});

test('the third failure is marked as the last before delays begin', async () => {
  const { writer } = freshDatabase();
  const marked: boolean[] = [];
  for (let times = 0; times < 3; times++) marked.push((await beginAttempt(writer, jo, office, nowMs)).isLastFree);
  expect(marked).toEqual([false, false, true]);
});

test('one account’s failures delay no other account, not even from the same address', async () => {
  const database = freshDatabase();
  await failTimes(5, () => fail(database, jo, { from: office }));
  expect(await fail(database, { kind: 'account', subject: 'account:ana' }, { from: office })).toBe(0);
});

test('an address that tries many accounts waits; the same accounts tried from elsewhere do not', async () => {
  const database = freshDatabase();
  const waits = await failTimes(11, (at) =>
    fail(database, { kind: 'account', subject: `account:${at}` }, { from: office }),
  );
  expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 1000]);
  expect(await fail(database, { kind: 'account', subject: 'account:10' })).toBe(0);
});

test('a success clears the account’s failures, and leaves the address those of other accounts', async () => {
  const database = freshDatabase();
  await failTimes(2, () => fail(database, jo, { from: office }));
  await settleAttempt(database.writer, await beginAttempt(database.writer, jo, office, nowMs));
  expect(await fail(database, jo)).toBe(0);
  const row = database.reader.sqlite.prepare('SELECT failures FROM failed_attempt WHERE subject = ?').pluck();
  expect(row.get('address:192.0.2.1')).toBe(2);
  expect(row.get('account:jo')).toBe(1);
});

test('failures older than a day are removed from the database', async () => {
  const database = freshDatabase();
  await fail(database, jo);
  await fail(database, { kind: 'account', subject: 'account:ana' }, { atMs: nowMs + 24 * 3_600_000 + 1 });
  expect(database.reader.sqlite.prepare('SELECT subject FROM failed_attempt').pluck().all()).toEqual(['account:ana']);
});
