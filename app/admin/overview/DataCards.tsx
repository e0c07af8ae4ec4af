import Link from 'next/link';
import { inScreenWords } from '#app/admin/words.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { getCoverageFreshness } from '#db/broadband/freshness.ts';
import type { Connection } from '#db/client.ts';
import { getAlarms } from '#db/jobs/alarms.ts';
import { getLastFeed, staleness } from '#db/registry/feed-age.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { getFailedRun } from '#flows/registry/failed-run.ts';
import { countNamesTaken, dueRelease, getLastRelease } from '#flows/registry/release-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { failedImportSentence } from '#lib/registry/import/report-words.ts';
import { nextScheduleDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { byWatchedFolder } from '#server/background/inbox-folder.ts';
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
  const fed = getLastFeed(connection);
  const missing = missingNames(connection).size;
  const failed = getFailedRun(connection);
  const care = [staleness(connection, nowMs, settings().feedMaxAgeMs), ...failures(connection, failed)];
  return (
    <Card
      title="Register updated"
      figure={<Instant at={fed?.startedAt ?? null} never="Never" />}
      care={care.filter((sentence) => sentence !== undefined).join(' ') || undefined}
    >
      <p>{fed === undefined ? 'No register file has been imported yet.' : `From ${fed.source}.`}</p>
      {missing > 0 && (
        <p>
          {counted(missing, 'name')} missing from the last full file; they keep their status unless the next one lacks
          them too.
        </p>
      )}
      <p>
        <Link href="/admin/register/feeds">See the feeds</Link>
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

/** Why the watched folder or the last import failed; the alarm of the watched folder covers its own import. */
function failures(connection: Connection, failed: ReturnType<typeof getFailedRun>): (string | undefined)[] {
  const alarm = getAlarms(connection).find(({ subject }) => subject === 'register inbox')?.sentence;
  if (failed === undefined || (alarm !== undefined && failed.who === byWatchedFolder.who)) return [alarm];
  const fault = failed.fault === null ? undefined : inScreenWords(failed.fault);
  return [alarm, failedImportSentence({ source: failed.source, fault })];
}

function ReleaseCard({ connection, nowMs }: CardProps) {
  const nextJob = nextScheduleDate(nowMs);
  const last = getLastRelease(connection);
  const isMissed = dueRelease(connection, nowMs) !== undefined;
  return (
    <Card
      title="Next release job"
      figure={counted(countNamesTaken(connection, nextJob), 'name')}
      care={
        getAlarms(connection).find(({ subject }) => subject === 'release job')?.sentence ??
        (isMissed ? 'The last job has not run: it is retried every few seconds.' : undefined)
      }
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
        <Link href="/admin/register/releases">See the jobs</Link>
      </p>
    </Card>
  );
}
