import type { Command } from 'commander';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { type Restored, restoreArchive } from '#flows/backup/restore-archive.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { timeWords } from '#lib/time/date-words.ts';

const examples = `
Examples:
  npm run --silent watea -- check /backups/watea.tar.zst       whether it can be restored
  npm run --silent watea -- restore /backups/watea.tar.zst     with the server stopped`;

/** `restore`: puts a backup in the place of the database. */
export function addRestoreCommands(program: Command): void {
  const restore = program
    .command('restore')
    .description('put a backup in the place of the database, which is kept; the server must be stopped')
    .argument('<file>', 'an archive; for an increment, those that it was made on are in the same folder')
    .addHelpText('after', examples);
  act(restore, (context, _options, file) => restoreFile(context, file ?? ''));
}

async function restoreFile({ nowMs, progress }: CommandContext, file: string): Promise<CommandResult> {
  const { databaseFile } = settings();
  const restored = await restoreArchive(file, { databaseFile, nowMs, onProgress: progress.show });
  return { lines: restoredLines(file, restored), json: restoredJson(file, restored) };
}

function restoredLines(file: string, { manifest, archives, keptIn }: Restored): string[] {
  const { databaseFile } = settings();
  const source = archives === 1 ? file : `${file} and ${counted(archives - 1, 'archive')} before it`;
  return [
    `${databaseFile} has the state of ${timeWords(Date.parse(manifest.madeAt))} again, from ${source}.`,
    keptIn === undefined ? 'There was no database before.' : `What was there before is in ${keptIn}.`,
    'Start the server: it brings the database to its version and answers from it.',
  ];
}

function restoredJson(file: string, { manifest, archives, keptIn }: Restored) {
  return { file, archives, madeAt: manifest.madeAt, database: manifest.database, keptIn: keptIn ?? null };
}
