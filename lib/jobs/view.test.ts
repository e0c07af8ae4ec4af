import { expect, test } from 'vitest';
import { viewOfJob } from './view.ts';

const work = { id: 7, stage: 'storing areas:', done: 50, total: 200, stageStartedAt: 0, cancelledBy: null };

test('work that waits says what it waits for', () => {
  const line = (before: string[]) => viewOfJob({ ...work, state: 'waiting' }, before, 0).line;
  expect(line([])).toBe('Begins in a moment');
  expect(line(['Coverage from a.geojson'])).toBe('Waits until this has ended: Coverage from a.geojson');
  expect(line(['Coverage from a.geojson', 'b', 'c'])).toBe(
    'Waits until this has ended: Coverage from a.geojson (and 2 more)',
  );
});

test('work that runs says how far it is, how long it still takes, and that it is being given up', () => {
  expect(viewOfJob({ ...work, state: 'running' }, [], 20_000)).toEqual({
    ...{ id: 7, state: 'running', line: 'Storing areas: 50 of 200', share: 0.25 },
    ...{ left: 'about a minute', isEnding: false },
  });
  expect(viewOfJob({ ...work, total: 0, state: 'running' }, [], 20_000)).toEqual({
    ...{ id: 7, state: 'running', line: 'Storing areas: 50', share: null },
    ...{ left: null, isEnding: false },
  });
  expect(viewOfJob({ ...work, cancelledBy: 'jo@example.nz', state: 'running' }, [], 20_000)).toEqual({
    ...{ id: 7, state: 'running', line: 'Being cancelled', share: null },
    ...{ left: null, isEnding: true },
  });
});

test.each([
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
] as const)('work that is %s has no progress any more', (state, line) => {
  expect(viewOfJob({ ...work, state }, [], 20_000)).toEqual({
    ...{ id: 7, state, line, share: null },
    ...{ left: null, isEnding: false },
  });
});
