import { screens } from '#app/admin/words.ts';
import { StartJobButton } from '#components/admin/forms/StartJobButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { type BackupState, getBackupState } from '#flows/backup/backup-state.ts';
import { sharedNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { backUp } from './actions.ts';
import { Card } from './Card.tsx';

/** The last backup, red when it is late or has failed; admins can make one now. */
export function BackupCard({
  connection,
  mayBackUp,
}: {
  readonly connection: Connection;
  readonly mayBackUp: boolean;
}) {
  const { backup } = settings();
  const state = getBackupState(connection, backup, sharedNow());
  const { last, everyMs } = state;
  return (
    <Card
      title="Last backup"
      figure={<Instant at={last?.madeAt ?? null} never="None yet" />}
      care={careOf(state)}
      isFault
    >
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
    </Card>
  );
}

/** What is wrong, and what to do. */
function careOf({ last, isLate, standby, alarm }: BackupState): string | undefined {
  if (alarm !== undefined) return alarmWords(alarm, screens);
  if (isLate && last === undefined) return 'The first backup is made within a minute of the server’s start.';
  if (isLate) return 'The next backup is late: see the server’s log, or back up now.';
  if (standby?.isLate) return 'The standby’s last backup is late: see the server’s log.';
  return undefined;
}
