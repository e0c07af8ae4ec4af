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
import { getFailedRun } from '#flows/registry/failed-run.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { nextScheduleDate } from '#lib/registry/release/release.ts';
import { stalenessOf } from '#lib/registry/release/staleness.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { alarmWords, failedImportWords } from '#lib/words/alarms.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { byWatchedFolder } from '#server/background/inbox-folder.ts';
import { Card } from './Card.tsx';

/** How fresh coverage and register are, and what the next release job will do. */
export function DataCards({ connection, nowMs }: { connection: Connection; nowMs: EpochMs }) {
  const coverage = getCoverageFreshness(connection);
  const fed = getLastImport(connection);
  const stale = stalenessOf(fed?.startedAt, nowMs, settings().feedMaxAgeMs);
  const missing = missingNames(connection).size;
  const inboxAlarm = getAlarm(connection, 'register inbox');
  const releaseAlarm = getAlarm(connection, 'release job');
  const failed = getFailedRun(connection);
  // the alarm of the watched folder says the same
  const isInAlarm = inboxAlarm !== undefined && failed?.who === byWatchedFolder.who;
  const nextJob = nextScheduleDate(nowMs);
  const names = countDueNames(connection, nextJob);
  const last = getLastRelease(connection);
  const missed = dueRelease(connection, nowMs);
  return (
    <>
      <Card title="Coverage published" figure={<Instant at={coverage?.publishedAt ?? null} never="Never" />}>
        {coverage === undefined ? (
          <p>There is no coverage yet: import a provider’s file.</p>
        ) : (
          <p>
            Version {coverage.versionId}; its layers were delivered{' '}
            {coverage.oldestLayerAt === coverage.newestLayerAt ? (
              <>
                on <Instant at={coverage.newestLayerAt} />
              </>
            ) : (
              <>
                from <Instant at={coverage.oldestLayerAt} /> to <Instant at={coverage.newestLayerAt} />
              </>
            )}
            .
          </p>
        )}
      </Card>
      <Card
        title="Register fed"
        figure={<Instant at={fed?.startedAt ?? null} never="Never" />}
        care={careOf([
          stale && reasonWords(stale, screens),
          inboxAlarm && alarmWords(inboxAlarm, screens),
          isInAlarm ? undefined : failed && failedImportWords(failed, screens),
        ])}
      >
        <p>{fed === undefined ? 'No register file was imported yet.' : `From ${fed.source}.`}</p>
        {missing > 0 && (
          <p>
            {counted(missing, 'name')} missing from the last full file; without a second absence they keep their status.
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
      <Card
        title="Next release job"
        figure={counted(names, 'name')}
        care={
          releaseAlarm === undefined
            ? missed && 'The last job has not run; it is tried again every few seconds.'
            : alarmWords(releaseAlarm, screens)
        }
      >
        <p>
          At <Instant at={nextJob} />.{' '}
          {last !== undefined && (
            <>
              The last ran <Instant at={last.ranAt} /> and took {last.released.toLocaleString('en-NZ')}.
            </>
          )}
        </p>
        <p>
          <Link href="/admin/register/releases">See the jobs</Link>
        </p>
      </Card>
    </>
  );
}

/** All that somebody should look after, as one text; undefined when there is nothing. */
function careOf(sentences: readonly (string | undefined)[]): string | undefined {
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined;
}
