import { expect, test } from 'vitest';
import { noProgress } from './stages.ts';
import { viewOfJob } from './view.ts';

const job = {
  id: 7,
  stage: 'store-areas',
  done: 50,
  total: 200,
  stageStartedAt: 0,
  rate: 2.5,
  obstacle: null,
  cancelledBy: null,
} as const;
const unmeasured = { id: 7, stage: '', count: '', obstacle: '', share: null, rate: '', left: '', isCancelling: false };

test('a waiting job shows what it waits for', () => {
  const doing = (before: string[]) => viewOfJob({ ...job, state: 'waiting' }, before).doing;
  expect(doing([])).toBe('Starts in a moment');
  expect(doing(['Coverage from a.geojson'])).toBe('Starts after: Coverage from a.geojson');
  expect(doing(['Coverage from a.geojson', 'b', 'c'])).toBe('Starts after: Coverage from a.geojson (and 2 more)');
});

test('a running job shows its progress, the time left, and that it is being cancelled', () => {
  const storing = { ...unmeasured, state: 'running', stage: 'store-areas', doing: 'Storing areas' };
  expect(viewOfJob({ ...job, state: 'running' }, [])).toEqual({
    ...storing,
    count: '50 of 200 areas',
    share: 0.25,
    rate: '2.5 areas a second',
    left: 'about a minute left',
  });
  expect(viewOfJob({ ...job, total: 0, state: 'running' }, [])).toEqual({
    ...storing,
    count: '50 areas',
    rate: '2.5 areas a second',
  });
  expect(viewOfJob({ ...job, ...noProgress, state: 'running' }, [])).toEqual({
    ...storing,
    stage: '',
    doing: 'Starting',
  });
  expect(viewOfJob({ ...job, cancelledBy: 'jo@example.nz', state: 'running' }, [])).toEqual({
    ...storing,
    doing: 'Cancelling',
    isCancelling: true,
  });
});

test('a job that waits for another server says which, why and how long', () => {
  const obstacle = {
    code: 'web-unknown-host',
    host: 'gazetteer.linz.govt.nz',
    cause: 'getaddrinfo ENOTFOUND',
  } as const;
  const waiting = {
    ...job,
    stage: 'wait-for-server',
    done: 2,
    total: 0,
    rate: null,
    obstacle,
    state: 'running',
  } as const;
  expect(viewOfJob(waiting, [])).toMatchObject({
    doing: 'Waiting for the other server',
    count: 'trying again in 2 seconds',
    obstacle: 'gazetteer.linz.govt.nz could not be found (getaddrinfo ENOTFOUND).',
  });
});

test.each([
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
] as const)('a job that is %s has no progress', (state, doing) => {
  expect(viewOfJob({ ...job, state }, [])).toEqual({ ...unmeasured, state, doing });
});
