import type { BackupTarget } from '#lib/backup/target.ts';
import type { BackupSettings } from '#lib/env.ts';
import { copyToFolder } from './copy-to-folder.ts';
import { copyWithRsync } from './copy-with-rsync.ts';
import { putObject } from './put-object.ts';

/**
 * Sends an archive to where the standby reads it. It appears there complete or not at all, and sending it again does no harm.
 *
 * @throws Refusal when it does not arrive
 */
export async function sendArchive(target: BackupTarget, { key }: BackupSettings, file: string): Promise<void> {
  if (target.kind === 'folder') await copyToFolder(target.folder, file);
  else if (target.kind === 'rsync') await copyWithRsync(target.destination, file);
  else await putObject(target.url, key, file);
}
