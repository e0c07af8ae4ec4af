import type { Command } from 'commander';
import { act, type CommandContext, type CommandResult, requireDatabase } from '#cli/command-line.ts';
import { writablePath } from '#cli/given-path.ts';
import { backUpToFile } from '#flows/backup/back-up.ts';
import { commandLine } from '#lib/audit/authors.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { addRestoreCommands } from './restore.ts';
import { addStandbyCommand } from './standby.ts';

const examples = `
Examples:
  npm run --silent watea -- backup /backups/watea.tar.zst
  npm run --silent watea -- backup /backups              a name of its own, with the time
  npm run --silent watea -- check /backups/watea.tar.zst`;

/** `backup`, `restore`, `standby` and `promote`. */
export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('back up the database and the files beside it, while the server runs')
    .argument('<file>', 'the archive to write, or a folder for it; an older backup is replaced', writablePath)
    .addHelpText('after', examples);
  act(backup, (context, _options, file) => backUp(context, file ?? ''));
  addRestoreCommands(program);
  addStandbyCommand(program);
}

async function backUp({ progress }: CommandContext, given: string): Promise<CommandResult> {
  const { databaseFile } = settings();
  requireDatabase(databaseFile);
  const made = await backUpToFile(databaseFile, given, { madeBy: commandLine, onProgress: progress.show });
  const { file, bytes, manifest } = made;
  const content = `the database (${sizeWords(manifest.database.pages * manifest.database.pageBytes)}) and ${counted(manifest.files.length, 'file')} beside it`;
  return {
    lines: [
      `${file} has the state of ${timeWords(Date.parse(manifest.madeAt))}: ${content} in ${sizeWords(bytes)}.`,
      'It contains passwords’ hashes and secret keys: store it where nobody else can read it.',
    ],
    json: { file, bytes, kind: manifest.kind, madeAt: manifest.madeAt, database: manifest.database },
  };
}
