import { type Stage, stages } from '#lib/jobs/stages.ts';

const doing: Readonly<Record<Stage, string>> = {
  'read-file': 'Reading the file',
  'check-file': 'Checking the file',
  'check-features': 'Checking areas',
  'store-areas': 'Storing areas',
  'draw-map': 'Drawing the map',
  'build-index': 'Building the index',
  'measure-areas': 'Measuring areas',
  'tidy-up': 'Removing old coverage',
  'read-rows': 'Reading the file',
  'index-places': 'Building the index',
  'read-names': 'Reading names',
  'compare-names': 'Comparing names',
  'write-names': 'Writing names',
  'wait-for-command-line': 'Waiting for an import on the command line to finish',
};

/** What is being done, without a count: `Checking the file`. A stage of another version is `Working`. */
export function stageWords(stage: string): string {
  return doing[stage as Stage] ?? 'Working';
}

/** How far a stage is: `1,200 of 4,800 bytes`, `7 areas` while the total is unknown; empty when nothing is counted. */
export function countWords(stage: string, done: number, total: number): string {
  const known: { counts?: string } | undefined = stages[stage as Stage];
  const counts = known?.counts === undefined ? '' : ` ${known.counts}`;
  const number = (value: number) => value.toLocaleString('en-NZ');
  if (total > 0) return `${number(done)} of ${number(total)}${counts}`;
  return done > 0 ? `${number(done)}${counts}` : '';
}
