import { expect, test } from 'vitest';
import type { NameState } from './comparison.ts';
import { undoneChange } from './undone-change.ts';

const state = (
  registered: number | null,
  cancelled: number | null = null,
  freeAt: number | null = null,
): NameState => ({
  registered,
  cancelled,
  freeAt,
});

const cases: [string, NameState | undefined, NameState, ReturnType<typeof undoneChange>][] = [
  ['a name that was new', undefined, state(1), { kind: 'removed', state: state(null) }],
  ['one that was new and released by a job since', undefined, state(1, 5, 9), { kind: 'removed', state: state(null) }],
  ['one that was cancelled', state(1), state(1, 5), { kind: 'restored', state: state(1) }],
  ['one that was cancelled and taken by a job', state(1), state(1, 5, 9), { kind: 'restored', state: state(1) }],
  ['one that was restored: the next job takes it', state(1, 5), state(1), { kind: 'cancelled', state: state(1, 5) }],
  ['one whose cancel date was changed', state(1, 5), state(1, 6, 9), { kind: 'changed', state: state(1, 5) }],
  [
    'one whose registration was corrected, taken by a job',
    state(2, 5),
    state(1, 5, 9),
    { kind: 'changed', state: state(2, 5, 9) },
  ],
  ['one released before and registered again', state(1, 5, 9), state(11), { kind: 'cancelled', state: state(1, 5, 9) }],
  [
    'one released before that has left the register',
    state(1, 5, 9),
    state(null, 5, 9),
    { kind: 'new', state: state(1, 5, 9) },
  ],
  ['one that was removed', state(1), state(null), { kind: 'new', state: state(1) }],
  [
    'one that had left the register and returned',
    state(null, 5, 9),
    state(11),
    { kind: 'removed', state: state(null, 5, 9) },
  ],
  ['one that is unchanged', state(1, 5, 9), state(1, 5, 9), undefined],
];

test.each(cases)('undoing an import, for %s', (_what, before, current, change) => {
  expect(undoneChange(before, current)).toEqual(change);
});
