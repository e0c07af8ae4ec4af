import { describe, expect, test } from 'vitest';
import { Settlement, type SubjectRequest } from './settlement.ts';

/** One subject's report: `second/day` windows, what was spent in each, and the costs of waiting requests. */
function report(
  subject: string,
  windows: [number, string],
  spent: [number, number],
  asks: [number, number][] = [],
): SubjectRequest {
  return {
    subject,
    counts: [
      { name: 'second', window: windows[0], spent: spent[0], quota: 3 },
      { name: 'day', window: windows[1], spent: spent[1], quota: 10 },
    ],
    asks,
  };
}

function build() {
  const settlement = new Settlement({ capacity: 100, longest: 'day', shared: 'second' });
  const send = (request: SubjectRequest) => {
    const [answer] = settlement.answer({ limiter: 'accounts', id: 1, subjects: [request] }).subjects;
    return { totals: answer?.counts.map((count) => `${count.window}: ${count.total}`), granted: answer?.granted };
  };
  return { settlement, send };
}

describe('B6: on a node of a cluster', () => {
  test('what the others have spent on a day counts, and a caller below its limit is not refused', () => {
    const { settlement, send } = build();
    expect(send(report('a', [1, 'd1'], [1, 1])).totals).toEqual(['1: 1', 'd1: 1']);
    settlement.setElsewhere([{ subject: 'a', day: 'd1', count: 8 }]);
    expect(
      send(
        report(
          'a',
          [2, 'd1'],
          [0, 0],
          [
            [1, 1],
            [1, 1],
          ],
        ),
      ),
    ).toEqual({ totals: ['2: 1', 'd1: 10'], granted: [true, false] });
    expect(send(report('b', [2, 'd1'], [0, 0], [[1, 1]])).granted).toEqual([true]);
  });

  test('what the others have spent on the day before does not count', () => {
    const { settlement, send } = build();
    settlement.setElsewhere([{ subject: 'a', day: 'd1', count: 10 }]);
    expect(send(report('a', [3, 'd2'], [0, 0], [[1, 1]]))).toEqual({ totals: ['3: 1', 'd2: 1'], granted: [true] });
  });

  test('it stores what it has spent itself, with what it had spent before its start', () => {
    const { settlement, send } = build();
    send(report('a', [1, 'd1'], [2, 2]));
    settlement.setElsewhere([{ subject: 'a', day: 'd1', count: 5 }]);
    settlement.addBefore([{ subject: 'a', day: 'd1', count: 1 }]);
    expect(settlement.snapshot()).toEqual([{ subject: 'a', day: 'd1', count: 3 }]);
  });
});

describe('B6: the primary adds up what the workers spent', () => {
  test('per subject and window', () => {
    const { send } = build();
    expect(send(report('a', [1, 'd1'], [2, 2])).totals).toEqual(['1: 2', 'd1: 2']);
    expect(send(report('b', [1, 'd1'], [1, 1])).totals).toEqual(['1: 1', 'd1: 1']);
    expect(send(report('a', [1, 'd1'], [1, 4])).totals).toEqual(['1: 3', 'd1: 6']);
    expect(send(report('a', [2, 'd1'], [1, 1])).totals).toEqual(['2: 1', 'd1: 7']);
    expect(send(report('a', [3, 'd2'], [1, 1])).totals).toEqual(['3: 1', 'd2: 1']);
  });

  test('a late report from the window before does not count in the current one', () => {
    const { send } = build();
    send(report('a', [1, 'd1'], [1, 1]));
    send(report('a', [2, 'd2'], [1, 1]));
    expect(send(report('a', [1, 'd1'], [2, 2])).totals).toEqual(['2: 1', 'd2: 1']);
    expect(send(report('a', [2, 'd2'], [1, 1])).totals).toEqual(['2: 2', 'd2: 2']);
  });

  test('a clock set back by more than a window opens the earlier one', () => {
    const { send } = build();
    for (const second of [5, 6, 7]) send(report('a', [second, 'd1'], [3, 1]));
    expect(send(report('a', [2, 'd1'], [0, 0], [[1, 1]]))).toEqual({ totals: ['2: 1', 'd1: 4'], granted: [true] });
  });

  test('refunds are subtracted, never below 0', () => {
    const { send } = build();
    send(report('a', [1, 'd1'], [2, 5]));
    expect(send(report('a', [1, 'd1'], [-1, -3])).totals).toEqual(['1: 1', 'd1: 2']);
    expect(send(report('a', [1, 'd1'], [-9, -9])).totals).toEqual(['1: 0', 'd1: 0']);
  });
});

describe('B6: the primary decides waiting requests', () => {
  test.each<[string, [number, number], [number, number][], boolean[], string[]]>([
    ['after what was spent', [2, 2], [[1, 1]], [true], ['1: 3', 'd1: 3']],
    [
      'no more than the second has left',
      [1, 1],
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      [true, true, false],
      ['1: 3', 'd1: 3'],
    ],
    [
      'no more than the day has left',
      [0, 9],
      [
        [1, 1],
        [1, 1],
      ],
      [true, false],
      ['1: 1', 'd1: 10'],
    ],
    [
      'all of a bulk request or nothing',
      [0, 0],
      [
        [1, 11],
        [1, 10],
      ],
      [false, true],
      ['1: 1', 'd1: 10'],
    ],
    [
      'a request that follows one too large',
      [0, 5],
      [
        [1, 6],
        [1, 2],
      ],
      [false, true],
      ['1: 1', 'd1: 7'],
    ],
    ['no request beyond the quota', [3, 3], [[1, 1]], [false], ['1: 3', 'd1: 3']],
    ['no request when more than the quota is spent', [7, 12], [[1, 1]], [false], ['1: 7', 'd1: 12']],
  ])('%s', (_case, spent, asks, granted, totals) => {
    expect(build().send(report('a', [1, 'd1'], spent, asks))).toEqual({ totals, granted });
  });

  test('a request from the window before is counted in the current one', () => {
    const { send } = build();
    send(report('a', [1, 'd1'], [0, 0]));
    send(report('a', [2, 'd1'], [2, 2]));
    const late = send(
      report(
        'a',
        [1, 'd1'],
        [0, 0],
        [
          [1, 1],
          [1, 1],
        ],
      ),
    );
    expect(late).toEqual({ totals: ['2: 3', 'd1: 3'], granted: [true, false] });
  });
});

test('workers on either side of midnight do not make the primary drop subjects', () => {
  const { settlement, send } = build();
  for (const subject of ['a', 'b']) send(report(subject, [1, 'd1'], [1, 1]));
  for (let i = 0; i < 5; i++) {
    send(report('a', [2, 'd2'], [1, 1]));
    send(report('b', [1, 'd1'], [1, 1]));
  }
  expect(settlement.size).toBe(2);
  expect(send(report('a', [2, 'd2'], [0, 0])).totals).toEqual(['2: 5', 'd2: 5']);
  expect(send(report('b', [1, 'd1'], [0, 0])).totals).toEqual(['1: 6', 'd1: 6']);
});

test('an answer has the id of its message, and messages survive JSON', () => {
  const { settlement } = build();
  const request = { limiter: 'accounts', id: 7, subjects: [report('a', [1, 'd1'], [1, 1], [[1, 1]])] };
  expect(JSON.parse(JSON.stringify(request))).toEqual(request);
  const answer = settlement.answer(request);
  expect(answer).toEqual({
    limiter: 'accounts',
    id: 7,
    subjects: [
      {
        counts: [
          { window: 1, total: 2 },
          { window: 'd1', total: 2 },
        ],
        granted: [true],
      },
    ],
  });
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
});

test('a successor gets all that was counted, and from then on all that is added', () => {
  const before = new Settlement({ capacity: 10, longest: 'day', shared: 'second' });
  const after = new Settlement({ capacity: 10, longest: 'day', shared: 'second' });
  const ask = (settlement: Settlement, spent: number, asks: readonly (readonly number[])[] = []) =>
    settlement.answer({
      limiter: 'accounts',
      id: 1,
      subjects: [{ subject: 'key:1', counts: [{ name: 'day', window: '2026-11-20', spent, quota: 10 }], asks }],
    }).subjects[0];
  ask(before, 4);
  before.handOver('accounts', (request) => after.answer(request));
  expect(ask(after, 0)?.counts).toEqual([{ window: '2026-11-20', total: 4 }]);

  // the second request that waits would exceed the quota
  expect(ask(before, 1, [[3], [3]])?.granted).toEqual([true, false]);
  expect(ask(after, 0)?.counts).toEqual([{ window: '2026-11-20', total: 8 }]);
  expect(after.snapshot()).toEqual([{ subject: 'key:1', day: '2026-11-20', count: 8 }]);
});
