import { backUpToFolder } from '#flows/backup/back-up-to-folder.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { required } from '#lib/refusal.ts';
import type { JobContext } from './runner.ts';

/** Makes a full backup that a member of staff has asked for. */
export async function backUpNow({ database, actor, report }: JobContext): Promise<JobOutcome> {
  const backup = required(settings().backup, { code: 'backup-folder-not-set' });
  const order = { settings: backup, madeBy: actor.who, kind: 'full', onProgress: report } as const;
  const { file, bytes, manifest } = await backUpToFolder(database.writer, order);
  return { code: 'backed-up', file, bytes, madeAt: Date.parse(manifest.madeAt) };
}
