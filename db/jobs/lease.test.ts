import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import { transact, whileGuarded } from '#db/transaction.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { Lease, type LeaseSubject } from './lease.ts';

let one: Connection;
let other: Connection;
beforeEach(() => {
  one = freshDatabase().writer;
  other = openWriter(one.sqlite.name);
});
afterEach(() => {
  other.sqlite.close();
});

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const leaseOf = (connection: Connection, subject: LeaseSubject = 'release job') =>
  new Lease(connection, subject, () => nowMs);

const row = () => other.sqlite.prepare('SELECT holder, beat_at AS beatAt FROM lease').get() as { beatAt: number };
const setRow = (holder: string, beatAt: number) =>
  other.sqlite.prepare('UPDATE lease SET holder = ?, beat_at = ?').run(holder, beatAt);

test('one process has the lease, and another gets it only after the first has released it', async () => {
  const [first, second] = [leaseOf(one), leaseOf(other)];
  expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
  await first.release();
  expect([await second.hold(), await first.hold()]).toEqual([true, false]);
});

test('each subject has its own lease', async () => {
  expect([await leaseOf(one).hold(), await leaseOf(other, 'register inbox').hold()]).toEqual([true, true]);
});

test.each([
  ['did not renew it for 15 seconds', () => `${hostname()} ${process.pid} another`, 15_001],
  ['died a moment ago, on this machine', () => `${hostname()} ${deadProcess()} another`, 0],
  ['renewed it in the future, before the clock was set back', () => `elsewhere 1 another`, -20_000],
])('a process that %s has lost its lease', async (_what, holder, agoMs) => {
  expect(await leaseOf(one).hold()).toBe(true);
  setRow(holder(), nowMs - agoMs);
  expect(await leaseOf(other).hold()).toBe(true);
});

test('a process on another machine that renewed its lease 15 seconds ago keeps it', async () => {
  await leaseOf(one).hold();
  setRow('elsewhere 1 another', nowMs - 15_000);
  expect(await leaseOf(other).hold()).toBe(false);
});

test('a process suspended until another took over notices, and does not take the lease back', async () => {
  const [first, second] = [leaseOf(one), leaseOf(other)];
  expect(await first.hold()).toBe(true);
  setRow(`${hostname()} ${deadProcess()} first`, nowMs);
  expect(await second.hold()).toBe(true);
  await first.release();
  const asleep = leaseOf(one);
  expect(await asleep.hold()).toBe(false);
  expect(row().beatAt).toBe(nowMs);
});

test('what a process writes is refused once another has the lease', async () => {
  const [first, second] = [leaseOf(one), leaseOf(other)];
  await first.hold();
  expect(() => first.requireHeld()).not.toThrow();
  setRow(`${hostname()} ${deadProcess()} first`, nowMs);
  expect(await second.hold()).toBe(true);
  const late = whileGuarded(
    () => first.requireHeld(),
    () => transact(one, () => 'written'),
  );
  await expect(late).rejects.toMatchObject({ reason: { code: 'lease-lost', subject: 'release job' } });
});

/** The id of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
