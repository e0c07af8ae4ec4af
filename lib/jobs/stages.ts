/**
 * What a job or a command is busy with at one time; its words are in `lib/words/stages.ts`. The count that comes with it
 * counts what `counts` names, and nothing where that is left out.
 */
export const stages = {
  'read-file': { counts: 'bytes' },
  'check-file': { counts: 'bytes' },
  'check-features': { counts: 'features' },
  'store-areas': { counts: 'areas' },
  'draw-map': { counts: 'pieces' },
  'build-index': { counts: 'cells' },
  'measure-areas': { counts: 'cells' },
  'tidy-up': {},
  'read-rows': { counts: 'rows' },
  'index-places': { counts: 'places' },
  'read-names': { counts: 'names' },
  'compare-names': { counts: 'names' },
  'write-names': { counts: 'names' },
  'wait-for-command-line': {},
} as const satisfies Record<string, { readonly counts?: string }>;

export type Stage = keyof typeof stages;

/** Shows how far it is, cheaply and as often as one likes: `done` of `total`, which is 0 while it is not known. */
export type ShowProgress = (stage: Stage, done: number, total: number) => void;
