import { expect, test } from 'vitest';
import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';
import { changesOf, planNotices, type StoredAlarm } from './plan-notices.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');
const facts: AlarmFacts = { code: 'worded', sentence: 'It is broken.' };
const alarm = (more: Partial<StoredAlarm>): StoredAlarm => ({
  subject: 'disk',
  facts,
  since: 1000,
  notifiedAt: null,
  overAt: null,
  ...more,
});

test.each([
  ['a new alarm', alarm({}), ['began']],
  ['a task that failed just now and is tried again', alarm({ subject: 'release job', since: noon - 14_999 }), []],
  ['a task that fails for a while', alarm({ subject: 'release job', since: noon - 15_000 }), ['began']],
  ['an alarm of which somebody was notified', alarm({ notifiedAt: noon - 86_400_000 }), []],
  ['an alarm that is over', alarm({ notifiedAt: noon - 5, overAt: noon }), ['over']],
  ['keys that end, listed today', alarm({ subject: 'keys', notifiedAt: noon - 5 }), []],
  [
    'keys that end, listed just before midnight',
    alarm({ subject: 'keys', notifiedAt: Date.parse('2026-11-19T23:59:59+13:00') }),
    ['goes-on'],
  ],
  ['keys that have ended', alarm({ subject: 'keys', notifiedAt: noon - 5, overAt: noon }), ['over']],
])('%s: %j', (_title, stored, kinds) => {
  expect(planNotices([stored], noon).map(({ kind }) => kind)).toEqual(kinds);
});

test('only what differs from what is stored is a change; what is not known stays', () => {
  const stored = [alarm({ subject: 'disk' }), alarm({ subject: 'backup' }), alarm({ subject: 'keys', overAt: noon })];
  const lookedUp = new Map<Condition, AlarmFacts | undefined>([
    ['disk', facts],
    ['register age', undefined],
    ['backup', undefined],
    ['keys', facts],
    ['late release', facts],
  ]);
  expect(changesOf(lookedUp, stored)).toEqual([
    ['backup', undefined],
    ['keys', facts],
    ['late release', facts],
  ]);
  expect(changesOf(new Map([['disk', { ...facts, sentence: 'Worse.' }]]), stored)).toHaveLength(1);
});
