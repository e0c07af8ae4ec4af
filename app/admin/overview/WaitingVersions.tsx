import Link from 'next/link';
import { VersionActions } from '#app/admin/coverage/VersionActions.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { getComparison, getLosses } from '#db/broadband/comparisons.ts';
import { type CoverageVersion, getPublishedId, layersOf, listWaitingVersions } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { counted } from '#lib/counted.ts';
import { versionSummary } from '#lib/words/coverage/version-summary.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

interface WaitingVersionsProps {
  readonly connection: Connection;
  readonly mayPublish: boolean;
}

const most = 3;

/** The versions that wait to be published, each with what it changes; editors publish one from here. */
export function WaitingVersions({ connection, mayPublish }: WaitingVersionsProps) {
  const versions = listWaitingVersions(connection.db);
  return (
    <Card title="Versions to publish" figure={counted(versions.length, 'version')}>
      {versions.length > 0 && (
        <ul className={styles.list}>
          {versions.slice(0, most).map((version) => (
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
