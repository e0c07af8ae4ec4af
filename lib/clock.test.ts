import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { machineNow, monotonicNow, setClusterClock, sharedNow } from './clock.ts';
import { setProcessWide } from './process-wide.ts';

beforeEach(() => {
  vi.stubEnv('BASE_URL', 'http://localhost:3000');
});

afterEach(() => {
  for (const name of ['cluster-clock', 'settings']) setProcessWide(name, undefined);
  delete process.env.WATEA_CLUSTER_CLOCK_MS;
  vi.unstubAllEnvs();
});

test('without a cluster the clock is the machine’s', () => {
  const before = machineNow();
  const read = sharedNow();
  expect(read).toBeGreaterThanOrEqual(before);
  expect(read).toBeLessThanOrEqual(machineNow());
});

test('a node goes by the clock of its cluster, however wrong that of its machine is', () => {
  const clusterNow = Date.parse('2026-11-20T12:00:00+13:00');
  setClusterClock(clusterNow - monotonicNow());
  const passedMs = sharedNow() - clusterNow;
  expect(passedMs).toBeGreaterThanOrEqual(-1);
  expect(passedMs).toBeLessThan(60_000);
});

test('instants are whole milliseconds', () => {
  setClusterClock(0.25);
  expect(Number.isInteger(sharedNow())).toBe(true);
});
