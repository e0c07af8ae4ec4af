import Link from 'next/link';
import { StartJobButton } from '#components/admin/forms/StartJobButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { getBackupState } from '#flows/backup/backup-state.ts';
import { sharedNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { backUp } from './actions.ts';
import { Card } from './Card.tsx';

interface BackupCardProps {
  readonly connection: Connection;
  readonly mayBackUp: boolean;
}

/** The last backup; admins can make one now. */
export function BackupCard({ connection, mayBackUp }: BackupCardProps) {
  const { backup } = settings();
  const { last, everyMs } = getBackupState(connection, backup, sharedNow());
  return (
    <Card title="Last backup" figure={<Instant at={last?.madeAt ?? null} never="None yet" />}>
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
      <Link href="/admin/work?search=backup" prefetch={false}>
        See backup jobs
      </Link>
    </Card>
  );
}
