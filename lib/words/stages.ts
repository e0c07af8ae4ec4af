import { counted } from '#lib/counted.ts';
import { type Stage, stages } from '#lib/jobs/stages.ts';
import { sizeWords } from '#lib/usage/words.ts';

const doing: Readonly<Record<Stage, string>> = {
  'read-file': 'Reading the file',
  'find-tiles': 'Looking up which tiles are needed',
  download: 'Downloading',
  'wait-for-server': 'Waiting for the other server',
  'check-file': 'Checking the file',
  'check-features': 'Checking areas',
  'store-areas': 'Storing areas',
  'draw-map': 'Drawing the map',
  'build-index': 'Building the index',
  'measure-areas': 'Measuring areas',
  'measure-statistics': 'Measuring what reaches each area',
  'count-addresses': 'Counting addresses',
  'write-files': 'Writing files',
  'tidy-up': 'Removing old coverage',
  'read-rows': 'Reading the file',
  'index-places': 'Building the index',
  'read-names': 'Reading names',
  'compare-names': 'Comparing names',
  'write-names': 'Writing names',
  publish: 'Publishing',
  'wait-for-command-line': 'Waiting for an import on the command line to finish',
  'copy-database': 'Copying the database',
  'check-backup': 'Checking the backup',
};

/** What is being done, without a count: `Checking the file`. A stage of another version is `Working`. */
export function stageWords(stage: string): string {
  return doing[stage as Stage] ?? 'Working';
}

/** How fast a stage is: `12,400 areas a second`, `2.1 MB a second`; empty while that is unknown. */
export function rateWords(stage: string, rate: number | null | undefined): string {
  const counts = countedBy(stage);
  if (rate === null || rate === undefined || counts === undefined) return '';
  if (counts === 'bytes') return `${sizeWords(Math.round(rate))} a second`;
  const number = rate < 10 ? Number(rate.toPrecision(2)) : Number(rate.toPrecision(3));
  return `${number.toLocaleString('en-NZ')} ${counts} a second`;
}

/** How long something still takes: `about 20 seconds left`; empty while that is unknown. */
export function leftWords(leftMs: number | undefined): string {
  return leftMs === undefined ? '' : `${waitWords(leftMs)} left`;
}

/** A wait, rounded so that it does not flicker as it counts down: `less than 10 seconds`, `about 40 seconds`, `about 3 minutes`. */
export function waitWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return 'less than 10 seconds';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes <= 1) return 'about a minute';
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${Math.round(minutes / 60)} hours`;
}

/** What a stage counts, undefined when it counts nothing. */
function countedBy(stage: string): string | undefined {
  const known: { counts?: string } | undefined = stages[stage as Stage];
  return known?.counts;
}

/**
 * How far a stage is: `1,200 of 4,800 bytes`, `7 areas` while the total is unknown, `trying again in 8 seconds`; empty when
 * nothing is counted.
 */
export function countWords(stage: string, done: number, total: number): string {
  if (stage === ('wait-for-server' satisfies Stage))
    return done > 0 ? `trying again in ${counted(done, 'second')}` : '';
  const what = countedBy(stage);
  const counts = what === undefined ? '' : ` ${what}`;
  const number = (value: number) => value.toLocaleString('en-NZ');
  if (total > 0) return `${number(done)} of ${number(total)}${counts}`;
  return done > 0 ? `${number(done)}${counts}` : '';
}
