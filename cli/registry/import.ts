import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { noteDemonstration } from '#cli/database/demonstration-note.ts';
import { bytesOf, inputFile, nameOf } from '#cli/given-path.ts';
import { type IfUnchanged, wholeNumber } from '#cli/options.ts';
import { inCommandLineWords } from '#cli/words.ts';
import { type ImportReport, importRegister, previewImport } from '#flows/registry/import-register.ts';
import { undoLastImport } from '#flows/registry/undo-import.ts';
import { settings } from '#lib/env.ts';
import type { ImportPreview } from '#lib/registry/import/difference.ts';
import { countsLine, differenceLines, missingLines } from '#lib/registry/import/report-words.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

interface ImportChoice {
  readonly replace?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** `register import` and `register undo`. */
export function addFeedCommands(register: Command): void {
  const command = register
    .command('import')
    .description(
      'import a register file: domain,registered,cancel_date (empty while active); names that it does not have stay',
    )
    .addArgument(inputFile('CSV or one JSON object a line, plain or gzip; - reads standard input'))
    .option('--replace', 'the file is the complete register: a name missing from two such files in a row is removed')
    .option('--force', 'with --replace: import a file even if it lacks more names than MAX_MISSING')
    .option('--dry-run', 'show what would change, and change nothing');
  act<ImportChoice>(command, (context, options, file = '') => {
    noteDemonstration(context);
    return options.dryRun === true ? preview(context, options, file) : runImport(context, options, file);
  });
  addUndo(register);
}

async function runImport(context: CommandContext, options: ImportChoice, file: string): Promise<CommandResult> {
  const startedAt = performance.now();
  const { actor } = byCommandLine(context.nowMs);
  const report = await importRegister(context.database.writer, bytesOf(file), {
    ...importOptions(context, options, file),
    actor,
  });
  const seconds = secondsSince(startedAt);
  const { run, revision, sha256, counts, difference } = report;
  return { lines: importLines(report, seconds), json: { ...counts, revision, seconds, run, sha256, difference } };
}

async function preview(context: CommandContext, options: ImportChoice, file: string): Promise<CommandResult> {
  const found = await previewImport(context.database.reader, bytesOf(file), importOptions(context, options, file));
  const { sha256, counts, difference, refusal } = found;
  return {
    lines: previewLines(found),
    json: {
      ...counts,
      dryRun: true,
      refusal: refusal === null ? null : inCommandLineWords(refusal).sentence,
      sha256,
      difference,
    },
  };
}

function importOptions(context: CommandContext, options: ImportChoice, file: string) {
  return {
    kind: options.replace === true ? 'replace' : 'merge',
    source: nameOf(file),
    maxMissing: settings().maxMissing,
    acceptsMissing: options.force === true,
    clock: () => context.nowMs,
    onProgress: context.progress.show,
  } as const;
}

function importLines({ revision, counts }: ImportReport, seconds: number): string[] {
  return [countsLine(counts), `revision ${revision}, ${seconds} s`, ...missingLines(counts)];
}

function previewLines({ counts, difference, refusal }: ImportPreview): string[] {
  const lines = [countsLine(counts), ...differenceLines(difference, counts)];
  if (refusal !== null) lines.push(`It would be refused: ${inCommandLineWords(refusal).sentence}`);
  return [...lines, 'This was a dry run: nothing was changed.'];
}

function addUndo(register: Command): void {
  const command = register
    .command('undo')
    .description('undo the last import, but not what release jobs have done since')
    .option('--if-unchanged <import>', 'only if this is still the last import', wholeNumber(Number.MAX_SAFE_INTEGER));
  act<IfUnchanged>(command, async (context, { ifUnchanged: expected }) => {
    const startedAt = performance.now();
    const { run, undone, revision, counts, difference } = await undoLastImport(context.database.writer, {
      clock: () => context.nowMs,
      actor: byCommandLine(context.nowMs).actor,
      onProgress: context.progress.show,
      ...(expected === undefined ? {} : { expected }),
    });
    const seconds = secondsSince(startedAt);
    const { unchanged, ...changed } = counts;
    const sentence = `Import ${undone.id} (${undone.source}, ${formatAuckland(undone.startedAt)}) was undone.`;
    return {
      lines: [sentence, countsLine(changed), `revision ${revision}, ${seconds} s`],
      json: { ...changed, undone: undone.id, source: undone.source, revision, seconds, run, difference },
    };
  });
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
