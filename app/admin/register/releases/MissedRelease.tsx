import { Group } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { Connection } from '#db/client.ts';
import { getAlarms } from '#db/jobs/alarms.ts';
import { staleness } from '#db/registry/feed-age.ts';
import { countNamesTaken, dueRelease } from '#flows/registry/release-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { RunNowButton } from './RunNowButton.tsx';

interface MissedReleaseProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayRun: boolean;
}

/** The job that should have run and has not, why, and what can be done about it; nothing when there is none. */
export function MissedRelease({ connection, nowMs, mayRun }: MissedReleaseProps) {
  const due = dueRelease(connection, nowMs);
  if (due === undefined) return null;
  const { scheduleDate } = due;
  const alarm = getAlarms(connection).find(({ subject }) => subject === 'release job')?.sentence;
  const stale = staleness(connection, nowMs, settings().feedMaxAgeMs);
  const names = countNamesTaken(connection, scheduleDate);
  return (
    <Section
      title={`The job of ${dayOf(scheduleDate)} has not run`}
      intro={`${counted(names, 'name waits', 'names wait')} for it, and ${names === 1 ? 'stays' : 'stay'} PendingRelease. It is tried again every few seconds.`}
    >
      <FormError sentence={alarm ?? stale} />
      <Group>
        {mayRun && stale === undefined && (
          <RunNowButton scheduleDate={scheduleDate} day={dayOf(scheduleDate)} names={names} />
        )}
        <LinkButton variant="default" href={`/admin/register/releases/${scheduleDate}`}>
          Dry run: see its names
        </LinkButton>
      </Group>
    </Section>
  );
}
