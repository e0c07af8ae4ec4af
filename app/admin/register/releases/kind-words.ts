import type { ReleaseRun } from '#db/registry/release-runs.ts';

/** Why a release job ran. */
export const releaseKindWords: Readonly<Record<ReleaseRun['kind'], string>> = {
  scheduled: 'On time',
  'catch-up': 'After it was missed',
  command: 'By hand',
};
