import { expect, test } from 'vitest';
import { viewOfJob } from './view.ts';

const job = { id: 7, stage: 'store-areas', done: 50, total: 200, stageStartedAt: 0, cancelledBy: null } as const;
const unmeasured = { id: 7, count: '', share: null, left: null, isCancelling: false };

test('a waiting job shows what it waits for', () => {
  const doing = (before: string[]) => viewOfJob({ ...job, state: 'waiting' }, before, 0).doing;
  expect(doing([])).toBe('Starts in a moment');
  expect(doing(['Coverage from a.geojson'])).toBe('Starts after: Coverage from a.geojson');
  expect(doing(['Coverage from a.geojson', 'b', 'c'])).toBe('Starts after: Coverage from a.geojson (and 2 more)');
});

test('a running job shows its progress, the time left, and that it is being cancelled', () => {
  const storing = { ...unmeasured, state: 'running', doing: 'Storing areas' };
  expect(viewOfJob({ ...job, state: 'running' }, [], 20_000)).toEqual({
    ...{ ...storing, count: '50 of 200 areas', share: 0.25, left: 'about a minute' },
  });
  expect(viewOfJob({ ...job, total: 0, state: 'running' }, [], 20_000)).toEqual({ ...storing, count: '50 areas' });
  expect(viewOfJob({ ...job, stage: '', done: 0, total: 0, state: 'running' }, [], 20_000)).toEqual({
    ...{ ...storing, doing: 'Starting' },
  });
  expect(viewOfJob({ ...job, cancelledBy: 'jo@example.nz', state: 'running' }, [], 20_000)).toEqual({
    ...{ ...storing, doing: 'Cancelling', isCancelling: true },
  });
});

test.each([
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
] as const)('a job that is %s has no progress', (state, doing) => {
  expect(viewOfJob({ ...job, state }, [], 20_000)).toEqual({ ...unmeasured, state, doing });
});
