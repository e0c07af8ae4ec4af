import { expect, test } from 'vitest';
import { eventBetween, type PastState } from './history.ts';

const active: PastState = { registered: 1000, cancelled: null, freeAt: null };
const cancelled: PastState = { ...active, cancelled: 2000 };
const marked: PastState = { ...cancelled, freeAt: 3_000_000 };
const left: PastState = { registered: null, cancelled: 2000, freeAt: 3_000_000 };

test.each([
  [undefined, active, 'registered'],
  [undefined, cancelled, 'registered-and-cancelled'],
  [active, { ...active, registered: 900 }, 'dates-changed'],
  [active, cancelled, 'cancelled'],
  [cancelled, { ...cancelled, cancelled: 2100 }, 'dates-changed'],
  [cancelled, active, 'restored'],
  [cancelled, marked, 'marked'],
  [marked, left, 'left'],
  [marked, { ...active, registered: 4000 }, 'registered-again'],
  [marked, { ...cancelled, registered: 4000, cancelled: 5000 }, 'cancelled'],
  [left, active, 'registered-again'],
  [left, cancelled, 'registered-and-cancelled'],
  [active, { registered: null, cancelled: null, freeAt: null }, 'left'],
] as const)('from %j to %j: %s', (former, next, event) => {
  expect(eventBetween(former, next)).toBe(event);
});
