import type { Command } from 'commander';
import { act, type CommandResult } from '#cli/command-line.ts';
import { inCommandLineWords } from '#cli/words.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import type { ColumnFacts } from '#lib/broadband/import/mapping/column-survey.ts';
import { type FieldProposal, openFields, optionsOf } from '#lib/broadband/import/mapping/proposal.ts';
import { describeCandidate } from '#lib/broadband/import/projection/candidates.ts';
import { projectionWords } from '#lib/broadband/import/projection/projection-facts.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { addChoiceOptions, type ChoiceCommandOptions, choicesOf } from './coverage-choice-options.ts';
import { withCoverageFile } from './coverage-input.ts';

const examples = 5;

/** `coverage inspect`: what a file holds, and what its columns and values seem to mean. */
export function addInspect(coverage: Command): void {
  const command = coverage
    .command('inspect')
    .description('say what a file of coverage holds and what its columns seem to mean; changes nothing')
    .argument('<file>', 'as for "coverage import"; - is standard input');
  act<ChoiceCommandOptions>(addChoiceOptions(command), async ({ database, progress }, options, path = '') => {
    const show = progress.show.bind(progress);
    const inspection = await withCoverageFile(path, (file) =>
      inspectCoverage(database, file, choicesOf(options), show),
    );
    return describeInspection(inspection);
  });
}

function describeInspection(inspection: Inspection): CommandResult {
  const { layers, found } = inspection;
  const listed = layers.map(({ name, features }) => {
    const count = features === undefined ? '' : `: ${counted(features, 'feature')}`;
    return `  ${JSON.stringify(name)}${count}`;
  });
  const head = layers.length > 1 ? [`It has ${layers.length} layers:`, ...listed] : [];
  if (found === null) return { lines: [...head, 'Say with --layer which to look at.'], json: inspection };
  return { lines: [...head, ...describeFound(found)], json: inspection };
}

function describeFound(found: FoundCoverage): string[] {
  const { format, report, columns, proposals, projection, faults, faultsInAll, notes, remembered } = found;
  const options = optionsOf(proposals);
  const open = openFields(proposals);
  return [
    `Read as ${format} by ${projectionWords(projection)}.`,
    ...notes,
    `${counted(report.features, 'feature')}, ${counted(report.parts, 'area')}, ${counted(report.vertices, 'vertex', 'vertices')}.`,
    ...(projection.problem === null ? [] : [projection.problem, ...projection.candidates.map(describeCandidate)]),
    'Columns:',
    ...columns.map((column) => `  ${describeColumn(column)}`),
    'Fields:',
    ...proposals.filter(({ column }) => column !== undefined).map((proposal) => `  ${describeProposal(proposal)}`),
    ...open.map(({ field, option }) => `  ${field}: nothing seems to be it; give ${option} or --map ${field}=COLUMN`),
    ...(options.length === 0 ? [] : [`To import it so: ${options.join(' ')}, or --as-proposed`]),
    ...(remembered === null
      ? []
      : [
          `For a file of ${remembered.providers.join(', ')} with these columns other choices were made on ${formatAuckland(remembered.usedAt).slice(0, 10)}.`,
        ]),
    ...inCommandLineWords({ reason: { code: 'fields' }, faults, total: faultsInAll }).faults.map(
      ({ where, sentence }) => `${where}: ${sentence}`,
    ),
    ...(faultsInAll > faults.length ? [`… ${number(faultsInAll)} places are wrong in all.`] : []),
  ];
}

function describeColumn({ name, filled, values, hasMore }: ColumnFacts): string {
  const shown = values.slice(0, examples).map(({ value }) => JSON.stringify(value));
  const more = hasMore || values.length > examples ? ', …' : '';
  return `${JSON.stringify(name)} in ${number(filled)}${shown.length === 0 ? '' : `: ${shown.join(', ')}${more}`}`;
}

function describeProposal({ field, column, reasons, values, mustConfirm }: FieldProposal): string {
  const meanings = values.flatMap(({ from, to }) => {
    if (to === undefined) return [`${JSON.stringify(from)} is not known`];
    return from === to ? [] : [`${JSON.stringify(from)} means ${to}`];
  });
  const why = [...reasons, ...meanings].join('; ');
  return `${field} from ${JSON.stringify(column)}${mustConfirm ? ' (to be confirmed)' : ''}: ${why}`;
}

function number(value: number): string {
  return value.toLocaleString('en-NZ');
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
