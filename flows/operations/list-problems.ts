import type { Connection } from '#db/client.ts';
import { type Alarm, listAlarms } from '#db/jobs/alarms.ts';
import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';
import { lookUpConditions, type Surroundings } from './look-up-conditions.ts';

/** What is wrong at present, and who looks after it. */
export interface Problem {
  readonly condition: Condition;
  readonly facts: AlarmFacts;
  /** Undefined for one that was only just looked up, and is no alarm yet. */
  readonly alarm: Alarm | undefined;
}

/**
 * Everything that is wrong: the alarms, and what they will be within a minute. First what nobody looks after, and of it an
 * API without data; then the longest first. Keys that end soon are no problem yet.
 */
export function listProblems(connection: Connection, surroundings: Surroundings): Problem[] {
  const alarms = listAlarms(connection);
  const stored = new Set(alarms.map(({ subject }) => subject));
  const lookedUp = [...lookUpConditions(connection, surroundings)].flatMap(([condition, facts]): Problem[] =>
    facts === undefined || stored.has(condition) ? [] : [{ condition, facts, alarm: undefined }],
  );
  const raised = alarms.map((alarm): Problem => ({ condition: alarm.subject, facts: alarm.facts, alarm }));
  const isAcknowledged = ({ alarm }: Problem) => (alarm?.acknowledgedAt ?? null) !== null;
  return [...raised, ...lookedUp]
    .filter(({ condition }) => condition !== 'keys')
    .sort(
      (a, b) => Number(isAcknowledged(a)) - Number(isAcknowledged(b)) || Number(hasNoData(b)) - Number(hasNoData(a)),
    );
}

const hasNoData = ({ facts }: Problem) => facts.code === 'nothing-published';
