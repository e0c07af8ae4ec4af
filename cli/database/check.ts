import type { Command } from 'commander';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { bytesOf, existingFile, inputFile, nameOf } from '#cli/given-path.ts';
import { type Connection, closeDatabase, openDatabase } from '#db/client.ts';
import { checkAuditLog } from '#db/integrity.ts';
import { requireCurrent } from '#db/migrate.ts';
import { isSqlite } from '#db/unusable-database.ts';
import { checkArchive } from '#flows/backup/check-archive.ts';
import { checkAllData } from '#flows/integrity/full-check.ts';
import { compareWithFeed } from '#flows/registry/feed-comparison.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { Refusal, refuseFaults } from '#lib/refusal.ts';
import { feedDifferences } from '#lib/registry/import/difference.ts';
import { timeWords } from '#lib/time/date-words.ts';

/** `check`: whether the data are sound, and whether the register is that of a full file. */
export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('verify the database file, the audit log’s chain of hashes, the register and the published coverage')
    .addArgument(
      inputFile('check a backup, or another database, instead of the one of the settings', { isOptional: true }),
    )
    .option(
      '--against <file>',
      'compare the register with a full register file instead; - reads standard input',
      existingFile,
    );
  act<{ against?: string }>(command, (context, { against }, file) => {
    if (file !== undefined && against !== undefined) throw new UsageError('Give either a file or --against.');
    if (file !== undefined) return checkFileGiven(context, file);
    return against === undefined ? checkAll(context.database.reader) : compare(context, against);
  });
}

/** A backup is unpacked in the folder that it is in; a database is left unchanged. */
async function checkFileGiven({ progress }: CommandContext, file: string): Promise<CommandResult> {
  if (isSqlite(file)) return await checkDatabase(file);
  const { manifest, archives } = await checkArchive(file, progress.show);
  const source = archives === 1 ? '' : ` with ${counted(archives - 1, 'archive')} before it`;
  return {
    lines: [`${file}${source} is sound and has the state of ${timeWords(Date.parse(manifest.madeAt))}.`],
    json: { file, archives, kind: manifest.kind, madeAt: manifest.madeAt, database: manifest.database },
  };
}

async function checkDatabase(file: string): Promise<CommandResult> {
  const database = openDatabase(file);
  try {
    requireCurrent(database.reader);
    return await checkAll(database.reader);
  } finally {
    closeDatabase(database);
  }
}

async function checkAll(reader: Connection): Promise<CommandResult> {
  refuseFaults({ code: 'database-unsound' }, await checkAllData(reader));
  const log = checkAuditLog(reader);
  const rows = 'rows' in log ? log.rows : 0;
  return {
    lines: [
      `The audit log is unchanged: its chain of hashes covers ${counted(rows, 'row')}.`,
      'The database file is sound.',
    ],
    json: { auditRows: rows, chain: 'holds', database: 'whole' },
  };
}

async function compare({ database, progress }: CommandContext, file: string): Promise<CommandResult> {
  const found = await compareWithFeed(database.reader, bytesOf(file), {
    source: nameOf(file),
    clock: now,
    onProgress: progress.show,
  });
  if (found.total > 0) {
    const faults = feedDifferences.flatMap((kind) =>
      found.names[kind].map((name) => ({ where: { name }, reason: { code: kind } }) as const),
    );
    throw new Refusal({ code: 'register-differs', file: nameOf(file), ...countsOf(found) }, faults, found.total);
  }
  return { lines: [`The register is that of ${nameOf(file)}.`], json: { against: nameOf(file), ...found.counts } };
}

const countsOf = ({ counts }: { readonly counts: Readonly<Record<(typeof feedDifferences)[number], number>> }) => ({
  onlyInFile: counts['only-in-file'],
  onlyInRegister: counts['only-in-register'],
  otherDates: counts['other-dates'],
});
