import { Group } from '@mantine/core';
import { screens } from '#app/admin/words.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { StartJobButton } from '#components/admin/forms/StartJobButton.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { Connection } from '#db/client.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { stalenessOf } from '#lib/registry/release/staleness.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { runMissedRelease } from './actions.ts';

interface MissedReleaseProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayRun: boolean;
}

/** A job that should have run and has not: why, and what can be done about it. */
export function MissedRelease({ connection, nowMs, mayRun }: MissedReleaseProps) {
  const due = dueRelease(connection, nowMs);
  if (due === undefined) return null;
  const { scheduleDate } = due;
  const alarm = getAlarm(connection, 'release job');
  const stale = stalenessOf(getLastImport(connection)?.startedAt, nowMs, settings().feedMaxAgeMs);
  const sentence = alarm === undefined ? stale && reasonWords(stale, screens) : alarmWords(alarm, screens);
  const names = countDueNames(connection, scheduleDate);
  const day = dayWords(dayOf(scheduleDate));
  return (
    <Section
      title={`The job of ${day} has not run`}
      intro={`${counted(names, 'name stays', 'names stay')} PendingRelease until it does. It is tried again every few seconds.`}
    >
      <FormError sentence={sentence} />
      <Group>
        {mayRun && stale === undefined && (
          <StartJobButton
            label="Run it now"
            question={`Run the release job of ${day} now?`}
            detail={`It releases ${counted(names, 'name')} at once, which cannot be undone. The job runs only once.`}
            start={runMissedRelease.bind(null, scheduleDate)}
          />
        )}
        <LinkButton variant="default" href={`/admin/register/releases/${scheduleDate}`}>
          See its names
        </LinkButton>
      </Group>
    </Section>
  );
}
