import { z } from 'zod';
import { recordChange } from '#db/audit/record-change.ts';
import { getPresentAlarm, acknowledgeAlarm as storeAcknowledgement } from '#db/jobs/alarms.ts';
import { change } from '#flows/change.ts';
import { oneOf, paragraph } from '#lib/fields.ts';
import { conditions } from '#lib/jobs/alarm.ts';
import { required } from '#lib/refusal.ts';

/**
 * Notes that somebody looks after an alarm, and what they found. The alarm stays until it is over; one that comes back
 * must be acknowledged again.
 */
export const acknowledgeAlarm = change(
  z.object({ condition: oneOf(conditions), note: paragraph(500) }),
  (db, { condition, note }, { actor, nowMs }): void => {
    const alarm = required(getPresentAlarm({ db }, condition), { code: 'alarm-over' });
    storeAcknowledgement({ db }, condition, { acknowledgedAt: nowMs, acknowledgedBy: actor.who, note });
    const before = alarm.acknowledgedBy === null ? null : { by: alarm.acknowledgedBy, note: alarm.note };
    const after = { by: actor.who, note };
    recordChange(db, { actor, action: 'alarm.acknowledge', subject: condition, before, after }, nowMs);
  },
);
