import { z } from 'zod';
import { addJob } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/** Asks for a full backup in the folder of backups. @returns the number of the job */
export const requestBackup = change(z.object({}), (db, _given, by) => {
  if (settings().backup === undefined) throw new Refusal({ code: 'backup-folder-not-set' });
  return addJob(db, { kind: 'backup', title: 'Backup', parameters: {} }, by);
});
