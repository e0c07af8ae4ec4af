import { expect, test } from 'vitest';
import { Overload, type RequestKind } from './overload.ts';

/**
 * A queue that is served one after the other, on an invented clock. `load` is the share of the server's time that comes in;
 * returns how many were shed in the time, and the longest wait of an answered request, in milliseconds.
 */
function serve(
  overload: Overload,
  { load, fromMs, forMs, pauseMs = 0 }: { load: number; fromMs: number; forMs: number; pauseMs?: number },
) {
  const [costMs, shedMs] = [0.05, 0.015];
  let nowMs = fromMs + pauseMs;
  let shed = 0;
  let longestMs = 0;
  for (let asked = 0; ; asked++) {
    const askedAt = fromMs + (asked * costMs) / load;
    if (askedAt > fromMs + forMs) return { shed, longestMs };
    nowMs = Math.max(nowMs, askedAt);
    const waitMs = nowMs - askedAt;
    overload.observe(waitMs, nowMs, nowMs);
    if (overload.sheds('registrar', { waitMs, behind: 100 }, nowMs)) {
      shed++;
      nowMs += shedMs;
    } else {
      longestMs = Math.max(longestMs, waitMs);
      nowMs += costMs;
    }
  }
}

test('B11: nothing is shed as long as requests are answered as fast as they come', () => {
  expect(serve(new Overload(), { load: 0.95, fromMs: 0, forMs: 5000 })).toMatchObject({ shed: 0 });
});

test.each([20, 80, 200])('B11: a pause of %d ms at half of the highest rate sheds nothing', (pauseMs) => {
  expect(serve(new Overload(), { load: 0.5, fromMs: 0, forMs: 5000, pauseMs })).toMatchObject({ shed: 0 });
});

test('B11: at twice the highest rate some are shed, and no answer takes 100 ms, after the start none 50', () => {
  const overload = new Overload();
  expect(serve(overload, { load: 2, fromMs: 0, forMs: 300 }).longestMs).toBeLessThan(100);
  const steady = serve(overload, { load: 2, fromMs: 300, forMs: 3000 });
  expect(steady.shed).toBeGreaterThan(1000);
  expect(steady.longestMs).toBeLessThan(50);
});

test('B11: two seconds after the load nothing is shed', () => {
  const overload = new Overload();
  serve(overload, { load: 2, fromMs: 0, forMs: 1000 });
  expect(overload.isOverloaded(1000)).toBe(true);
  serve(overload, { load: 0.5, fromMs: 1000, forMs: 2000 });
  expect(overload.isOverloaded(3000)).toBe(false);
});

test('B11: pages, long answers and strangers are shed first, then keys, and registrars last', () => {
  const overload = new Overload();
  const kinds: readonly RequestKind[] = ['page', 'long', 'stranger', 'key', 'registrar'];
  const shedAt = (waitMs: number, nowMs: number, behind = 100) =>
    kinds.filter((kind) => overload.sheds(kind, { waitMs, behind }, nowMs));
  for (let nowMs = 0; nowMs <= 99; nowMs += 3) overload.observe(30, nowMs, nowMs);
  expect(shedAt(1000, 99)).toEqual([]);
  overload.observe(30, 100, 100);
  expect(shedAt(0, 100)).toEqual(['page', 'long', 'stranger']);
  expect(shedAt(15, 100)).toEqual(['page', 'long', 'stranger', 'key']);
  expect(shedAt(30, 100)).toEqual(kinds);
  expect(shedAt(30, 100, 0)).toEqual(['page', 'long', 'stranger', 'key']);
  expect(shedAt(1000, 600)).toEqual([]);
  // whoever watches the process is answered in any case
  expect(overload.sheds('monitor', { waitMs: 60_000, behind: 1000 }, 100)).toBe(false);
});

test('B11: one short wait, or a backlog that is worked off, starts the 100 ms again', () => {
  const overload = new Overload();
  for (let nowMs = 0; nowMs <= 1000; nowMs += 10) overload.observe(nowMs % 90 === 0 ? 1 : 30, nowMs, nowMs);
  expect(overload.isOverloaded(1000)).toBe(false);
  const falling = new Overload();
  for (let nowMs = 0; nowMs <= 200; nowMs += 10) falling.observe(200 - nowMs, nowMs, nowMs);
  expect(falling.isOverloaded(200)).toBe(false);
});

test('B11: a wait for the processor is not counted as a backlog', () => {
  const overload = new Overload();
  for (let nowMs = 0; nowMs <= 1000; nowMs += 10) overload.observe(30, nowMs, nowMs / 11);
  expect(overload.isOverloaded(1000)).toBe(false);
  overload.observe(30, 1100, 100);
  expect(overload.isOverloaded(1100)).toBe(true);
});
