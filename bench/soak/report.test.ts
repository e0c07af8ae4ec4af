import { expect, test } from 'vitest';
import type { LoadReport } from './driver.ts';
import { reportOf, verdictsOf } from './report.ts';
import type { Phase, SoakResult } from './soak.ts';

const quiet: LoadReport = {
  seconds: 4,
  statuses: { 200: 1000, 503: 2 },
  wrong: 0,
  unanswered: 0,
  givenUp: 0,
  firstFaults: [],
  p50Ms: 1,
  p99Ms: 9,
  mostMs: 20,
};
const memory = (megabytes: number) => ({ megabytes, anonymous: megabytes });
const growth = {
  what: 'worker',
  pid: 7,
  isReplacement: false,
  from: memory(100),
  to: memory(104),
  most: 130,
  seconds: 540,
};
const clean: SoakResult = {
  highest: [1000, 900],
  seconds: 600,
  staffStatuses: { 200: 500 },
  staffFaults: [],
  staffUnanswered: 1,
  check: 'The database file is sound.\n',
  logged: { 'worker died': { times: 1, first: '{"event":"worker died"}' } },
  growths: [growth],
  phases: [
    { what: 'nothing', reports: [quiet] },
    { what: 'a worker killed', reports: [{ ...quiet, unanswered: 8 }] },
  ],
};
const during = (what: string, report: Partial<LoadReport>): { readonly phases: readonly Phase[] } => ({
  phases: [...clean.phases, { what, reports: [{ ...quiet, ...report }] }],
});
const missed = (result: Partial<SoakResult>) =>
  verdictsOf({ ...clean, ...result }).flatMap(({ what, isReached }) => (isReached ? [] : [what]));

test('503 and the connections of a killed worker are no faults; anything else is', () => {
  expect(missed({})).toEqual([]);
  expect(missed(during('nothing', { wrong: 1 }))).toEqual(['wrong answers']);
  expect(missed(during('nothing', { statuses: { 200: 9, 500: 1 } }))).toEqual(['answers of 5xx but 503']);
  expect(missed(during('the pages process killed', { unanswered: 1 }))).toEqual([
    'requests without an answer, but those of a killed worker',
  ]);
  expect(missed({ staffFaults: ['500: /admin'] })).toEqual(['pages for staff that were neither a page nor 503']);
  expect(missed({ phases: [{ what: 'nothing', reports: [quiet], fault: 'refused' }] })).toEqual(['steps that failed']);
  expect(missed({ check: 'watea check ended with 1: damaged' })).toEqual(['`check` at the end']);
});

test('memory counts for the processes that were never replaced, all together', () => {
  const what = 'memory after the first minute, processes that were never replaced';
  expect(missed({ growths: [{ ...growth, to: memory(106) }] })).toEqual([what]);
  expect(missed({ growths: [{ ...growth, to: memory(105.5) }, growth] })).toEqual([]);
  expect(missed({ growths: [growth, { ...growth, isReplacement: true, to: memory(200) }] })).toEqual([]);
  // nothing was measured
  expect(missed({ growths: [] })).toEqual([what]);
});

test('the report names what was missed and the first faults', () => {
  const firstFaults = ['wrong: /1.0/availability?domains[]=a.nz `[]`\nx'];
  const report = reportOf(
    { ...clean, ...during('undone', { wrong: 3, firstFaults }) },
    { startedAt: new Date(0), load: 3 },
  );
  expect(report).toMatch(/\| wrong answers +\| 3 +\| 0 +\| \*\*missed\*\* \|/);
  expect(report).toMatch(/\| undone +\| 1 +\| 4\.0 +\| 1002 +\| 2 +\| 3 +\| 0 +\|/);
  expect(report).toContain('- `wrong: /1.0/availability?domains[]=a.nz  []  x`');
  expect(report).toContain('- `1 × {"event":"worker died"}`');
  expect(report).toContain('1970-01-01 00:00 UTC, 10.0 minutes');
});
