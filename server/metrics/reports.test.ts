import { afterEach, expect, test, vi } from 'vitest';
import { parseScrape } from '#tests/support/scrape.ts';
import { addGauge, Counter, Registry, type Report, single } from './prom-client.ts';
import { type Reporter, Reports } from './reports.ts';

afterEach(() => void vi.useRealTimers());

/** A process that has counted `total`, and has `now` of something. */
async function reportOf(total: number, now: number): Promise<Report> {
  const registry = new Registry();
  new Counter({ name: 'counted_total', help: 'x', registers: [registry] }).inc(total);
  addGauge(registry, { name: 'now', help: 'x', labels: [], together: 'sum' }, () => single(now));
  addGauge(registry, { name: 'longest', help: 'x', labels: [], together: 'max' }, () => single(now));
  return registry.getMetricsAsJSON();
}

/** Adds a process that answers with this. */
function addAnswering(reports: Reports, total: number, now: number): Reporter {
  const reporter: Reporter = reports.add('worker', () => void reportOf(total, now).then(reporter.receive));
  return reporter;
}

async function valuesOf(reports: Reports) {
  const { sum } = parseScrape((await reports.text()) ?? '');
  return { counted: sum('counted_total'), now: sum('now'), longest: sum('longest') };
}

test('what several processes report is added up, or the largest of it', async () => {
  const reports = new Reports();
  addAnswering(reports, 3, 10);
  addAnswering(reports, 4, 20);
  expect(await valuesOf(reports)).toEqual({ counted: 7, now: 30, longest: 20 });
});

test('a process that has ended leaves its totals, and nothing of its present', async () => {
  const reports = new Reports();
  addAnswering(reports, 3, 10);
  const ending = addAnswering(reports, 4, 20);
  await valuesOf(reports);
  ending.receive(await reportOf(6, 20));
  ending.end();
  expect(await valuesOf(reports)).toEqual({ counted: 9, now: 10, longest: 10 });
});

test('a process that ends while it is asked does not keep the others waiting, and is counted once', {
  timeout: 20_000,
}, async () => {
  const reports = new Reports();
  addAnswering(reports, 3, 10);
  const ending: Reporter = reports.add('worker', () => ending.end());
  ending.receive(await reportOf(4, 20));
  // the second for which silent processes are waited for never ends
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await valuesOf(reports)).toEqual({ counted: 7, now: 10, longest: 10 });
});

test('a process that does not answer keeps its last totals', async () => {
  const reports = new Reports();
  let isSilent = false;
  const reporter: Reporter = reports.add('worker', () => {
    if (!isSilent) void reportOf(4, 20).then(reporter.receive);
  });
  await valuesOf(reports);
  isSilent = true;
  expect(await valuesOf(reports)).toEqual({ counted: 4, now: 0, longest: 0 });
});

test('a successor goes on from the totals that were handed over, and only it reports them', async () => {
  const before = new Reports();
  addAnswering(before, 3, 10);
  const after = new Reports();
  addAnswering(after, 1, 5);
  after.addTotals(await before.handOver());
  expect(await before.text()).toBeUndefined();
  expect(await valuesOf(after)).toEqual({ counted: 4, now: 5, longest: 5 });
});

test('a gauge that cannot be read has no value, and hides no other', async () => {
  const registry = new Registry();
  let fault: Error | undefined;
  const read = () => {
    if (fault !== undefined) throw fault;
    return single(7);
  };
  addGauge(registry, { name: 'unread', help: 'x', labels: [], together: 'max' }, read);
  addGauge(registry, { name: 'other', help: 'x', labels: [], together: 'max' }, () => single(1));
  expect(await registry.metrics()).toContain('\nunread 7\n');
  fault = new Error('database disk image is malformed');
  const text = await registry.metrics();
  expect(text).not.toMatch(/^unread /m);
  expect(text).toContain('\nother 1\n');
});
