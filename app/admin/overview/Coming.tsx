import Link from 'next/link';
import { VersionActions } from '#app/admin/coverage/VersionTable.tsx';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { getComparison, getLosses } from '#db/broadband/comparisons.ts';
import { type CoverageVersion, getPublishedId, layersOf, listWaitingVersions } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { readExpiringKeys } from '#db/usage/questions.ts';
import { soonMs } from '#lib/access/keys/api-key.ts';
import { counted } from '#lib/counted.ts';
import { nextScheduleDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { versionSummary } from '#lib/words/coverage/version-summary.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

interface ComingProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayPublish: boolean;
}

const mostKeys = 5;

/** What comes next: names that drop, keys that end, versions that wait to be published. */
export function Coming(props: ComingProps) {
  return (
    <section className={styles.section} aria-labelledby="coming">
      <h2 id="coming">Coming up</h2>
      <div className={styles.lines}>
        <ReleaseCard {...props} />
        <KeysCard {...props} />
        <WaitingVersions connection={props.connection} mayPublish={props.mayPublish} />
      </div>
    </section>
  );
}

function ReleaseCard({ connection, nowMs }: ComingProps) {
  const nextJob = nextScheduleDate(nowMs);
  const last = getLastRelease(connection);
  return (
    <Card title="Next release job" figure={counted(countDueNames(connection, nextJob), 'name')}>
      <p>
        At <Instant at={nextJob} />.{' '}
        {last !== undefined && (
          <>
            The last one ran <Instant at={last.ranAt} /> and released {last.released.toLocaleString('en-NZ')}.
          </>
        )}
      </p>
      <Link href="/admin/register/releases">See release jobs</Link>
    </Card>
  );
}

function KeysCard({ connection, nowMs }: ComingProps) {
  const { rows, total } = readExpiringKeys(connection, nowMs, nowMs + soonMs, mostKeys);
  return (
    <Card title={`Keys that expire within ${soonMs / 86_400_000} days`} figure={counted(total, 'key')}>
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map(({ id, prefix, email, expiresAt }) => (
            <li key={id}>
              <Link href={`/admin/users/keys/${id}`} prefetch={false}>
                {prefix}…
              </Link>{' '}
              of <Breakable text={email} />, <Instant at={expiresAt} />
            </li>
          ))}
        </ul>
      )}
      <Link href="/admin/users/keys?state=expiring&sort=expires" prefetch={false}>
        See keys that expire
      </Link>
    </Card>
  );
}

interface WaitingVersionsProps {
  readonly connection: Connection;
  readonly mayPublish: boolean;
}

const mostVersions = 3;

/** The versions that wait to be published, each with what it changes; editors publish one from here. */
function WaitingVersions({ connection, mayPublish }: WaitingVersionsProps) {
  const versions = listWaitingVersions(connection.db);
  return (
    <Card title="Versions to publish" figure={counted(versions.length, 'version')}>
      {versions.length > 0 && (
        <ul className={styles.list}>
          {versions.slice(0, mostVersions).map((version) => (
            <WaitingVersion key={version.id} {...{ connection, mayPublish, version }} />
          ))}
        </ul>
      )}
      <Link href="/admin/coverage">See coverage</Link>
    </Card>
  );
}

function WaitingVersion({
  connection: { db },
  mayPublish,
  version: { id, baseId, note, createdAt },
}: WaitingVersionsProps & { readonly version: CoverageVersion }) {
  const summary = summaryOf({ db }, id, baseId ?? undefined);
  return (
    <li>
      <Link href={`/admin/coverage/versions/${id}`} prefetch={false}>
        Version {id}
      </Link>
      , {note} (<Instant at={createdAt} />){summary !== undefined && `: ${summary}`}
      {mayPublish && (
        <VersionActions
          {...{ id, baseId, publishedId: getPublishedId(db), losses: getLosses(db, id), summary }}
          isPublished={false}
          isOutdated={false}
          canDelete={false}
        />
      )}
    </li>
  );
}

/** What a version changes, in a sentence; undefined until that is measured. */
function summaryOf({ db }: Pick<Connection, 'db'>, id: number, baseId: number | undefined): string | undefined {
  const comparison = getComparison(db, id);
  if (comparison === undefined) return undefined;
  const [base, own] = [layersOf(db, baseId), layersOf(db, id)].map(
    (layers) => new Set(layers.map((layer) => layer.id)),
  );
  return versionSummary({
    areas: comparison.areas,
    newLayers: own?.difference(base ?? new Set()).size ?? 0,
    removedLayers: base?.difference(own ?? new Set()).size ?? 0,
  });
}
