import { expect, test } from 'vitest';
import { pageOfAudit } from '#db/audit/list.ts';
import { clearAlarm, getPresentAlarm, raiseAlarm, setNotified } from '#db/jobs/alarms.ts';
import { countWaiting } from '#db/waiting.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { acknowledgeAlarm } from './alerts.ts';
import { listProblems } from './look-up-conditions.ts';

const nowMs = Date.parse('2026-11-23T12:00:00+13:00');
const by = { actor: { who: 'ana@watea.example', address: '::1' }, nowMs };
const facts = { code: 'task-broke-off', message: 'boom' } as const;
const given = { condition: 'outbox', note: 'The relay is down; back at two.' } as const;
const surroundings = {
  nowMs,
  upMs: 1e9,
  feedMaxAgeMs: 3_600_000,
  disk: [],
  errorRates: [],
  backup: undefined,
};

test('an acknowledged alarm names who looks after it, is no longer counted, and is listed last', async () => {
  const { writer } = freshDatabase();
  raiseAlarm(writer, 'outbox', facts, nowMs);
  raiseAlarm(writer, 'alerts', facts, nowMs + 1);
  expect(countWaiting(writer).alarms).toBe(2);
  await acknowledgeAlarm(writer, given, by);
  expect(countWaiting(writer).alarms).toBe(1);
  expect(getPresentAlarm(writer, 'outbox')).toMatchObject({ acknowledgedBy: 'ana@watea.example', note: given.note });
  const conditions = listProblems(writer, surroundings).map(({ condition }) => condition);
  // nothing was ever imported: found at once, before the alarm of it, and first
  expect(conditions.slice(0, 3)).toEqual(['no register', 'no coverage', 'alerts']);
  expect(conditions).toContain('register age');
  expect(conditions.at(-1)).toBe('outbox');
  const { rows } = pageOfAudit(writer, {
    who: undefined,
    action: 'alarm',
    search: '',
    from: undefined,
    until: undefined,
    sort: 'when',
    descending: true,
    page: 1,
    pageSize: 5,
  });
  expect(rows).toMatchObject([{ action: 'alarm.acknowledge', subject: 'outbox', who: 'ana@watea.example' }]);
});

test('an alarm that goes on stays acknowledged; one that comes back must be acknowledged again', async () => {
  const { writer } = freshDatabase();
  raiseAlarm(writer, 'outbox', facts, nowMs);
  setNotified(writer, 'outbox', nowMs);
  await acknowledgeAlarm(writer, given, by);
  raiseAlarm(writer, 'outbox', facts, nowMs + 1);
  expect(getPresentAlarm(writer, 'outbox')?.acknowledgedBy).toBe('ana@watea.example');
  clearAlarm(writer, 'outbox', nowMs + 2);
  raiseAlarm(writer, 'outbox', facts, nowMs + 3);
  expect(getPresentAlarm(writer, 'outbox')).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null, note: null });
});

test('a problem that is over cannot be acknowledged', async () => {
  const { writer } = freshDatabase();
  expect((await rejectionOf(acknowledgeAlarm(writer, given, by))).reason).toEqual({ code: 'alarm-over' });
});
