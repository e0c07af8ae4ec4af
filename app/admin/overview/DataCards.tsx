import Link from 'next/link';
import { screens } from '#app/admin/words.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { getCoverageFreshness } from '#db/broadband/freshness.ts';
import type { Connection } from '#db/client.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { failedImport, registerAge } from '#flows/operations/register-conditions.ts';
import { getFailedRun } from '#flows/registry/failed-run.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { nextScheduleDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { Card } from './Card.tsx';

interface CardProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
}

/** When coverage and register were updated, and what the next release job will do. */
export function DataCards(props: CardProps) {
  return (
    <>
      <CoverageCard {...props} />
      <RegisterCard {...props} />
      <ReleaseCard {...props} />
    </>
  );
}

function CoverageCard({ connection }: CardProps) {
  const coverage = getCoverageFreshness(connection);
  return (
    <Card title="Coverage published" figure={<Instant at={coverage?.publishedAt ?? null} never="Never" />}>
      {coverage === undefined ? (
        <p>There is no coverage yet: import a provider’s file.</p>
      ) : (
        <p>
          Version {coverage.versionId}. Layers delivered:{' '}
          {coverage.oldestLayerAt !== coverage.newestLayerAt && (
            <>
              <Instant at={coverage.oldestLayerAt} /> to{' '}
            </>
          )}
          <Instant at={coverage.newestLayerAt} />.
        </p>
      )}
    </Card>
  );
}

function RegisterCard({ connection, nowMs }: CardProps) {
  const last = getLastImport(connection);
  const missing = missingNames(connection).size;
  const failed = getFailedRun(connection);
  const conditions = [
    registerAge(connection, nowMs, settings().feedMaxAgeMs),
    getAlarm(connection, 'register inbox'),
    failedImport(connection),
  ].filter((facts) => facts !== undefined);
  return (
    <Card
      title="Register updated"
      figure={<Instant at={last?.startedAt ?? null} never="Never" />}
      care={conditions.map((facts) => alarmWords(facts, screens)).join(' ') || undefined}
    >
      <p>{last === undefined ? 'No register file has been imported yet.' : `From ${last.source}.`}</p>
      {missing > 0 && (
        <p>
          {counted(missing, 'name')} missing from the last full file; they keep their status unless the next one lacks
          them too.
        </p>
      )}
      <p>
        <Link href="/admin/register/feeds">See imports</Link>
        {failed !== undefined && (
          <>
            {' · '}
            <Link href={`/admin/register/feeds/${failed.id}`}>See what failed</Link>
          </>
        )}
      </p>
    </Card>
  );
}

function ReleaseCard({ connection, nowMs }: CardProps) {
  const nextJob = nextScheduleDate(nowMs);
  const last = getLastRelease(connection);
  const alarm = getAlarm(connection, 'release job');
  const isMissed = dueRelease(connection, nowMs) !== undefined;
  const missed = isMissed ? 'The last job has not run: it is retried every few seconds.' : undefined;
  return (
    <Card
      title="Next release job"
      figure={counted(countDueNames(connection, nextJob), 'name')}
      care={alarm === undefined ? missed : alarmWords(alarm, screens)}
    >
      <p>
        At <Instant at={nextJob} />.{' '}
        {last !== undefined && (
          <>
            The last one ran <Instant at={last.ranAt} /> and released {last.released.toLocaleString('en-NZ')}.
          </>
        )}
      </p>
      <p>
        <Link href="/admin/register/releases">See release jobs</Link>
      </p>
    </Card>
  );
}
