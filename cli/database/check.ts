import type { Command } from 'commander';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { bytesOf, nameOf } from '#cli/input-file.ts';
import { checkAuditLog } from '#db/integrity.ts';
import { checkAllData } from '#flows/integrity/full-check.ts';
import { compareWithFeed } from '#flows/registry/compare-with-feed.ts';
import { now } from '#lib/clock.ts';
import { Refusal, refuseFaults } from '#lib/refusal.ts';
import { feedDifferences } from '#lib/registry/import/feed-differences.ts';

/** `check`: whether the data are sound, and whether the register is that of a full file. */
export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('verify the database file, the audit log’s chain of hashes, the register and the published coverage')
    .option('--against <file>', 'compare the register with a full register file instead; - reads standard input');
  act<{ against?: string }>(command, (context, { against }) =>
    against === undefined ? checkAll(context) : compare(context, against),
  );
}

async function checkAll({ database }: CommandContext): Promise<CommandResult> {
  refuseFaults({ code: 'database-unsound' }, await checkAllData(database.reader));
  const log = checkAuditLog(database.reader);
  const rows = 'rows' in log ? log.rows : 0;
  return {
    lines: [
      `The audit log is unchanged: its chain of hashes covers ${rows === 1 ? '1 row' : `${rows} rows`}.`,
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
