import { join } from 'node:path';
import type { Command } from 'commander';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { existingFolder, inputFile } from '#cli/given-path.ts';
import { sentenceOf } from '#cli/words.ts';
import { type Restored, restoreArchive } from '#flows/backup/restore-archive.ts';
import { promote } from '#flows/backup/standby.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { timeWords } from '#lib/time/date-words.ts';

const restoreExamples = `
Examples:
  npm run --silent watea -- check /backups/watea.tar.zst       whether it can be restored
  npm run --silent watea -- restore /backups/watea.tar.zst     with the server stopped`;

const promoteExamples = `
Example, when the other machine is lost:
  npm run --silent watea -- promote /srv/watea-standby && npm start`;

/** `restore` puts a backup in the place of the database; `promote` the newest that is sound. */
export function addRestoreCommands(program: Command): void {
  const restore = program
    .command('restore')
    .description('replace the database with a backup; the old one is kept, and the server must be stopped')
    .addArgument(inputFile('an archive; an increment needs the archives that it was made on in the same folder'))
    .addHelpText('after', restoreExamples);
  act(restore, (context, _options, file) => restoreFile(context, file ?? ''));
  const promoting = program
    .command('promote')
    .description('restore the newest sound backup of a standby, to continue from it on this machine')
    .argument('<folder>', 'the folder in which the backups arrive', existingFolder)
    .addHelpText('after', promoteExamples);
  act(promoting, (context, _options, folder) => promoteFolder(context, folder ?? ''));
}

async function restoreFile({ nowMs, progress }: CommandContext, file: string): Promise<CommandResult> {
  const { databaseFile } = settings();
  const restored = await restoreArchive(file, { databaseFile, nowMs, onProgress: progress.show });
  return { lines: restoredLines(file, restored), json: restoredFacts(file, restored) };
}

async function promoteFolder({ nowMs, progress }: CommandContext, folder: string): Promise<CommandResult> {
  const { databaseFile } = settings();
  const promoted = await promote(folder, { databaseFile, nowMs, onProgress: progress.show });
  const file = join(folder, promoted.name);
  const skipped = promoted.skipped.map(({ fault }) => `Skipped: ${sentenceOf(fault.reason)}`);
  const lost = 'Changes of the other machine after that time are not in it.';
  return {
    lines: [...skipped, ...restoredLines(file, promoted), lost],
    json: { ...restoredFacts(file, promoted), skipped: promoted.skipped.map(({ name }) => name) },
  };
}

/** What a restore has done, for people. */
function restoredLines(file: string, { manifest, archives, keptIn }: Restored): string[] {
  const { databaseFile } = settings();
  const source = archives === 1 ? file : `${file} and ${counted(archives - 1, 'archive')} before it`;
  return [
    `${databaseFile} has the state of ${timeWords(Date.parse(manifest.madeAt))} again, from ${source}.`,
    keptIn === undefined ? 'There was no database before.' : `What was there before is in ${keptIn}.`,
    'Start the server: it brings the database to its version and answers from it.',
  ];
}

/** The same for programs. */
function restoredFacts(file: string, { manifest, archives, keptIn }: Restored) {
  return { file, archives, madeAt: manifest.madeAt, database: manifest.database, keptIn: keptIn ?? null };
}
