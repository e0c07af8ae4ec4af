import type { ReleaseRun } from '#flows/registry/release-job.ts';

/** How a release job came to run. */
export const releaseKindWords: Readonly<Record<ReleaseRun['kind'], string>> = {
  scheduled: 'On time',
  'catch-up': 'Caught up',
  command: 'By hand',
};
