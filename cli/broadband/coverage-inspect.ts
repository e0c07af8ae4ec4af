import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { inputFile } from '#cli/given-path.ts';
import { inCommandLineWords } from '#cli/words.ts';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import type { ColumnFacts } from '#lib/broadband/import/mapping/column-survey.ts';
import { type FieldProposal, openProposals } from '#lib/broadband/import/mapping/proposal.ts';
import { isSpeedField } from '#lib/broadband/import/offers/offer-fields.ts';
import { leftOutLines, number, readingLines } from '#lib/broadband/import/report-words.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { noAreaWords } from '#lib/words/coverage/content.ts';
import { guessWords } from '#lib/words/coverage/notes.ts';
import { distanceWords, misplacementWords } from '#lib/words/coverage/reference.ts';
import { choiceOptions, coverageControls, optionOf, proposalOptions } from './coverage-controls.ts';
import { addChoiceOptions, type ChoiceCommandOptions, choicesOf } from './coverage-options.ts';

const examples = 5;

/** `coverage inspect`: what a file contains, and what its columns and values seem to mean. */
export function addInspect(coverage: Command): void {
  const command = coverage
    .command('inspect')
    .description('show what a coverage file contains and what its columns seem to mean; changes nothing')
    .addArgument(inputFile('as for "coverage import"; - is standard input'));
  act<ChoiceCommandOptions>(addChoiceOptions(command), async ({ database, progress }, options, path = '') => {
    const show = progress.show.bind(progress);
    const inspection = await withCoverageFile({ progress }, path, (file) =>
      inspectCoverage(database, file, choicesOf(options), show),
    );
    return describeInspection(inspection);
  });
}

function describeInspection(inspection: Inspection): CommandResult {
  const { layers, found } = inspection;
  const names = layers.map(({ name, features }) => {
    const count = features === undefined ? '' : `: ${counted(features, 'feature')}`;
    return `  ${JSON.stringify(name)}${count}`;
  });
  const head = layers.length > 1 ? [`It has ${layers.length} layers:`, ...names] : [];
  const body = found === null ? [`Use ${choiceOptions.layer} to choose one.`] : describeFound(found);
  return { lines: [...head, ...body], json: inspection };
}

function describeFound(found: FoundCoverage): string[] {
  const { report, columns, projection, faults, faultsInAll } = found;
  const isWithoutAreas = report.parts === 0 && faultsInAll === 0;
  return [
    ...leftOutLines(found),
    ...readingLines(found),
    `${counted(report.features, 'feature')}, ${counted(report.parts, 'area')}, ${counted(report.vertices, 'vertex', 'vertices')}.`,
    ...(projection.problem === null ? [] : [misplacementWords(projection.problem)]),
    ...projection.candidates.map(
      (candidate) => `${coverageControls.reference(candidate)} would put the centre ${distanceWords(candidate)}`,
    ),
    'Columns:',
    ...columns.map((column) => `  ${describeColumn(column)}`),
    ...(isWithoutAreas ? [noAreaWords(report)] : describeFields(found)),
    ...inCommandLineWords({
      reason: { code: 'coverage-faults', count: faultsInAll },
      faults,
      total: faultsInAll,
    }).faults.map(({ where, sentence }) => `${where}: ${sentence}`),
    ...(faultsInAll > faults.length ? [`… ${number(faultsInAll)} faults in all.`] : []),
  ];
}

/** Which columns seem to be which fields, and the options that say so. */
function describeFields({ proposals, remembered }: FoundCoverage): string[] {
  const options = proposalOptions(openProposals(proposals));
  const open = proposals.filter(({ column, isRequired }) => isRequired && column === undefined);
  return [
    'Fields:',
    ...proposals.filter(({ column }) => column !== undefined).map((proposal) => `  ${describeProposal(proposal)}`),
    ...open.map(({ field }) => {
      const usual = isSpeedField(field) ? ', unless the provider has a default' : '';
      return `  ${field}: no column seems to be it; use ${optionOf[field]} or ${coverageControls.column(field)}${usual}`;
    }),
    ...(options.length === 0 ? [] : [`To import it like this: ${options.join(' ')}, or --as-proposed`]),
    ...(remembered === null
      ? []
      : [
          `For a file of ${remembered.providers.join(', ')} with these columns, other choices were made on ${dayOf(remembered.usedAt)}.`,
        ]),
  ];
}

function describeColumn({ name, filled, values, hasMore }: ColumnFacts): string {
  const shown = values.slice(0, examples).map(({ value }) => JSON.stringify(value));
  const more = hasMore || values.length > examples ? ', …' : '';
  return `${JSON.stringify(name)} in ${number(filled)}${shown.length === 0 ? '' : `: ${shown.join(', ')}${more}`}`;
}

function describeProposal({ field, column, reasons, values, mustConfirm }: FieldProposal): string {
  const meanings = values.flatMap(({ from, to }) => {
    if (to === undefined) return [`${JSON.stringify(from)} is unknown`];
    return from === to ? [] : [`${JSON.stringify(from)} means ${to}`];
  });
  const why = [...reasons.map(guessWords), ...meanings].join('; ');
  return `${field} from ${JSON.stringify(column)}${mustConfirm ? ' (to be confirmed)' : ''}: ${why}`;
}

/**
 * Runs `work` with the file at a path, or with standard input for `-`: as files are read more than once, standard input
 * is kept in a file beside the database while `work` runs.
 *
 * @throws Refusal if there is no such file, or more than may be read
 */
export async function withCoverageFile<T>(
  { progress }: Pick<CommandContext, 'progress'>,
  path: string,
  work: (file: SourceFile) => Promise<T>,
): Promise<T> {
  const { databaseFile, maxUploadBytes } = settings();
  if (path !== '-') return await work(coverageFileAt(path, undefined, maxUploadBytes));
  progress.show('read-file', 0, 0);
  const scratch = makeScratchFile(databaseFile);
  // Ctrl+C while nothing arrives
  process.once('exit', scratch.remove);
  try {
    const onBytes = (bytes: number) => progress.show('read-file', bytes, 0);
    await pipeline(limited(process.stdin, maxUploadBytes, onBytes), createWriteStream(scratch.path, { mode: 0o600 }));
    return await work(coverageFileAt(scratch.path, 'standard input', maxUploadBytes));
  } catch (fault) {
    const isFull = fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC';
    throw isFull ? new Refusal({ code: 'scratch-disk-full' }) : fault;
  } finally {
    process.off('exit', scratch.remove);
    scratch.remove();
  }
}

async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > mostBytes) throw new Refusal({ code: 'file-too-large', file: 'Standard input', most: mostBytes });
    onBytes(total);
    yield chunk;
  }
}
