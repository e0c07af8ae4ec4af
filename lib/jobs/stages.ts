import type { Reason } from '#lib/refusal.ts';

/**
 * What a job or a command is doing; the words are in `lib/words/stages.ts`. The count that is shown with a stage
 * counts what `counts` names, or nothing if it is left out.
 */
export const stages = {
  'read-file': { counts: 'bytes' },
  'find-tiles': { counts: 'bytes' },
  download: { counts: 'bytes' },
  'wait-for-server': {},
  'check-file': { counts: 'bytes' },
  'check-features': { counts: 'features' },
  'store-areas': { counts: 'areas' },
  'draw-map': { counts: 'vertices' },
  'build-index': { counts: 'cells' },
  'measure-areas': { counts: 'cells' },
  'measure-statistics': { counts: 'cells' },
  'count-addresses': { counts: 'addresses' },
  'write-files': { counts: 'files' },
  publish: {},
  'tidy-up': {},
  'read-rows': { counts: 'rows' },
  'index-places': { counts: 'places' },
  'read-names': { counts: 'names' },
  'compare-names': { counts: 'names' },
  'write-names': { counts: 'names' },
  'wait-for-command-line': {},
  'copy-database': { counts: 'bytes' },
  'check-backup': { counts: 'bytes' },
} as const satisfies Record<string, { readonly counts?: string }>;

export type Stage = keyof typeof stages;

/**
 * Shows the progress: `done` of `total`, which is 0 while it is unknown, and what holds it up, if anything does. It is cheap:
 * call it often.
 */
export type ShowProgress = (stage: Stage, done: number, total: number, obstacle?: Reason) => void;

/** How far a job is in its present stage; `total` is 0 while it is unknown. Instants are epoch milliseconds. */
export interface JobProgress {
  /** Empty before the first. */
  readonly stage: Stage | '';
  readonly done: number;
  readonly total: number;
  readonly stageStartedAt: number | null;
  /** How much is done in a second; null while it is too early to say. */
  readonly rate: number | null;
  /** What holds it up, such as a server that does not answer. */
  readonly obstacle: Reason | null;
}

/** Before the first stage. */
export const noProgress: JobProgress = {
  stage: '',
  done: 0,
  total: 0,
  stageStartedAt: null,
  rate: null,
  obstacle: null,
};
