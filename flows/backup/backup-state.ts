import { z } from 'zod';
import { type Backup, getLastBackup, getLastSent } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { isBackupLate } from '#lib/backup/schedule.ts';
import { type BackupSettings, settings } from '#lib/env.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import { Refusal } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** What operators should know about backups. */
export interface BackupState {
  /** The one with the newest state, wherever it was written; undefined when none was made. */
  readonly last: Backup | undefined;
  /** How often one is made; undefined without a schedule. */
  readonly everyMs: number | undefined;
  /** Whether the last one in the folder of backups is older than one and a half intervals. */
  readonly isLate: boolean;
  /** The same for the standby; `lastAt` undefined: none has arrived there. Undefined without a standby. */
  readonly standby: { readonly lastAt: EpochMs | undefined; readonly isLate: boolean } | undefined;
  /** Why the last attempt failed. */
  readonly alarm: AlarmFacts | undefined;
}

/** @param nowMs by the clock of the machine, which the records of backups have too */
export function getBackupState(
  connection: Connection,
  settings: BackupSettings | undefined,
  nowMs: EpochMs,
): BackupState {
  const last = getLastBackup(connection, 'all');
  if (settings === undefined) return { last, everyMs: undefined, isLate: false, standby: undefined, alarm: undefined };
  const { everyMs, target } = settings;
  const isLate = (lastAt: EpochMs | null | undefined) => isBackupLate(lastAt ?? undefined, everyMs, nowMs);
  const sentAt = getLastSent(connection)?.madeAt ?? undefined;
  return {
    last,
    everyMs,
    isLate: isLate(getLastBackup(connection, 'folder')?.madeAt),
    standby: target === undefined ? undefined : { lastAt: sentAt, isLate: isLate(sentAt) },
    alarm: getAlarm(connection, 'backup'),
  };
}

/** Asks for a full backup in the folder of backups. @returns the number of the job */
export const requestBackup = change(z.object({}), (db, _given, by) => {
  if (settings().backup === undefined) throw new Refusal({ code: 'backup-folder-not-set' });
  return addJob(db, { kind: 'backup', title: 'Backup', parameters: {} }, by);
});
