import Link from 'next/link';
import { StartJobButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { getCoverageFreshness } from '#db/broadband/freshness.ts';
import type { Connection } from '#db/client.ts';
import { getLastDataCheck } from '#db/integrity.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { getBackupState } from '#flows/backup/backup-state.ts';
import { sharedNow } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { shareWords, sizeWords } from '#lib/usage/words.ts';
import { storageFacts } from '#server/process/disk.ts';
import { backUp } from './actions.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

interface DataCardsProps {
  readonly connection: Connection;
  readonly mayBackUp: boolean;
}

/** When the data were updated, backed up and checked, and how much room they take. */
export function DataCards({ connection, mayBackUp }: DataCardsProps) {
  return (
    <section className={styles.section} aria-labelledby="data">
      <h2 id="data">Data</h2>
      <div className={styles.lines}>
        <RegisterCard connection={connection} />
        <CoverageCard connection={connection} />
        <BackupCard connection={connection} mayBackUp={mayBackUp} />
        <DatabaseCard connection={connection} />
      </div>
    </section>
  );
}

interface ConnectionProps {
  readonly connection: Connection;
}

function CoverageCard({ connection }: ConnectionProps) {
  const coverage = getCoverageFreshness(connection);
  return (
    <Card title="Coverage published" figure={<Instant at={coverage?.publishedAt ?? null} never="Never" />}>
      {coverage === undefined ? (
        <p>No coverage yet: import a provider’s file.</p>
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
      <Link href="/admin/coverage">See versions and layers</Link>
    </Card>
  );
}

function RegisterCard({ connection }: ConnectionProps) {
  const last = getLastImport(connection);
  const missing = missingNames(connection).size;
  return (
    <Card title="Register updated" figure={<Instant at={last?.startedAt ?? null} never="Never" />}>
      <p>{last === undefined ? 'No register file has been imported yet.' : `From ${last.source}.`}</p>
      {missing > 0 && (
        <p>
          {counted(missing, 'name')} missing from the last full file; they keep their status unless the next one lacks
          them too.
        </p>
      )}
      <Link href="/admin/register/feeds">See imports</Link>
    </Card>
  );
}

function DatabaseCard({ connection }: ConnectionProps) {
  const { databaseBytes, freeBytes, diskBytes } = storageFacts();
  const check = getLastDataCheck(connection);
  return (
    <Card title="Database" figure={sizeWords(databaseBytes)}>
      <p>
        {sizeWords(freeBytes)} of the disk’s {sizeWords(diskBytes)} are free ({shareWords(freeBytes, diskBytes)}).
      </p>
      <p>
        {check === undefined ? (
          'All data are checked once a day; not yet today.'
        ) : (
          <>
            All data were checked <Instant at={check.endedAt} />
            {check.faults === null ? ': nothing was wrong.' : '.'}
          </>
        )}
      </p>
      <Link href="/admin/jobs">See jobs</Link>
    </Card>
  );
}

interface BackupCardProps {
  readonly connection: Connection;
  readonly mayBackUp: boolean;
}

/** The last backup; admins can make one now. */
function BackupCard({ connection, mayBackUp }: BackupCardProps) {
  const { backup } = settings();
  const { last, everyMs } = getBackupState(connection, backup, sharedNow());
  return (
    <Card title="Last backup" anchor="backup" figure={<Instant at={last?.madeAt ?? null} never="None yet" />}>
      {last !== undefined && (
        <p>
          {sizeWords(last.bytes)}, {last.kind === 'full' ? 'complete' : 'what changed since the one before'}.
        </p>
      )}
      {everyMs === undefined && <p>None are scheduled: the server’s administrator can set BACKUP_DIR.</p>}
      {backup !== undefined && mayBackUp && (
        <div>
          <StartJobButton
            variant="default"
            label="Back up now"
            question="Back up now?"
            detail={`It is written to ${backup.folder} on the server. It contains secret keys and the hashes of passwords, so it cannot be downloaded here.`}
            start={backUp}
          />
        </div>
      )}
      <Link href="/admin/jobs?search=backup" prefetch={false}>
        See backup jobs
      </Link>
    </Card>
  );
}
