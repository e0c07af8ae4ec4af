import { sizeWords } from '#lib/usage/words.ts';

interface BackupFile {
  readonly file: string;
}

/** Why a backup cannot be made, sent or restored. */
export const backupWords = {
  'backup-foreign': ({ file }: BackupFile) => `${file} is not a backup of Wātea.`,
  'backup-damaged': ({ file, member }: BackupFile & { member: string }) =>
    `${file} is damaged or incomplete${member === '' ? '' : ` (${member})`}: use another backup.`,
  'backup-unsound': ({ file }: BackupFile) => `The database in ${file} has faults: use another backup.`,
  'backup-too-new': ({ file, version, known }: BackupFile & { version: number; known: number }) =>
    `The database in ${file} is at version ${version}, newer than this Wātea knows (${known}): restore it with the newer Wātea.`,
  'backup-chain-broken': ({ file, folder }: BackupFile & { folder: string }) =>
    `${file} is an increment, and an archive that it was made on is not in ${folder}: put all archives since the full one there, or restore an earlier one.`,
  'backup-not-written': ({ file, errno }: BackupFile & { errno: string }) =>
    `${file} cannot be written (${errno}): check the folder and its permissions.`,
  'backup-would-replace': ({ file }: BackupFile) =>
    `${file} exists and is not a backup: choose another name. It was left unchanged.`,
  'target-missing': ({ folder }: { folder: string }) =>
    `The folder ${folder} (BACKUP_TO) does not exist: mount it, or make it.`,
  'backup-not-sent': ({ file, cause }: BackupFile & { cause: string }) =>
    `${file} could not be sent to the standby: ${cause.replace(/\.$/, '')}.`,
  'backup-too-large': ({ file, bytes, most }: BackupFile & { bytes: number; most: number }) =>
    `${file} has ${sizeWords(bytes)}, and object storage takes ${sizeWords(most)} in one request: send it with rsync instead.`,
  'standby-late': ({ folder, age }: { folder: string; age: string }) =>
    `The newest sound backup in ${folder} is ${age} old: see why no newer one arrives.`,
  'no-backups': ({ folder }: { folder: string }) => `${folder} has no backups.`,
  'no-sound-backup': ({ folder }: { folder: string }) => `No backup in ${folder} is sound.`,
  'backup-folder-not-set': () =>
    'No folder for backups is set: ask the server’s administrator to set BACKUP_DIR and to restart the server.',
  'database-in-use': ({ file }: BackupFile) =>
    `${file} is in use by a server or another command: stop it first. Nothing was changed.`,
} as const;
