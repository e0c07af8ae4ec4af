import { existsSync } from 'node:fs';
import { listUnsent, markSent } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { transact, whenUnlocked } from '#db/transaction.ts';
import { sharedNow } from '#lib/clock.ts';
import type { BackupSettings } from '#lib/env.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import { Refusal } from '#lib/refusal.ts';
import { backUpToFolder, recordFailure } from './back-up.ts';
import { sendArchive } from './send-archive.ts';

/** The author of a backup that was made on schedule. */
export const bySchedule = 'schedule';

/**
 * Makes the backup that is due, and sends what the standby does not have. Raises an alarm when either fails, and clears
 * it when both have succeeded.
 *
 * @returns the alarm
 */
export async function runScheduledBackup(
  writer: Connection,
  settings: BackupSettings,
): Promise<AlarmFacts | undefined> {
  const alarm = (await tryToBackUp(writer, settings)) ?? (await tryToSend(writer, settings));
  await whenUnlocked(writer, () => {
    if (alarm === undefined) clearAlarm(writer, 'backup', sharedNow());
    else raiseAlarm(writer, 'backup', alarm, sharedNow());
  });
  return alarm;
}

async function tryToBackUp(writer: Connection, settings: BackupSettings): Promise<AlarmFacts | undefined> {
  const startedAt = sharedNow();
  try {
    await backUpToFolder(writer, { settings, madeBy: bySchedule, kind: 'due', onProgress: () => undefined });
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const refusal = fault.record;
    await recordFailure(writer, { madeBy: bySchedule, startedAt, file: settings.folder, fault: refusal });
    return { code: 'backup-failed', refusal };
  }
}

async function tryToSend(writer: Connection, settings: BackupSettings): Promise<AlarmFacts | undefined> {
  const { target } = settings;
  if (target === undefined) return undefined;
  try {
    for (const { id, file } of listUnsent(writer)) {
      // it was removed by a person
      if (!existsSync(file)) continue;
      await sendArchive(target, settings, file);
      await transact(writer, (db) => markSent(db, id, sharedNow()));
    }
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { code: 'backup-not-sent', refusal: fault.record };
  }
}
