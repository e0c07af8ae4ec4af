import { jobView } from '#app/admin/jobs/job-view.ts';
import { canMeasure, getComparison } from '#db/broadband/comparisons.ts';
import { getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { getUnfinishedJob } from '#db/jobs/jobs.ts';
import { undrawnLayers } from '#db/tiles/drawings.ts';
import { type FiguresWords, figuresWords } from '#lib/words/coverage/figures.ts';

/** How far the figures and the map of a version are, as its page shows it, updated every second. */
export interface FiguresView extends FiguresWords {
  /** Whether they will change by themselves. */
  readonly isUnderway: boolean;
}

/** Undefined for a version that does not exist or is still being made. */
export function getFiguresView(versionId: number): FiguresView | undefined {
  const { reader } = connections();
  const { db } = reader;
  if (getVersion(db, versionId)?.state !== 'ready') return undefined;
  const job = getUnfinishedJob(reader, 'coverage figures', { versionId });
  const words = figuresWords({
    isMeasured: getComparison(db, versionId) !== undefined,
    isDrawn: undrawnLayers(db, versionId).length === 0,
    canMeasure: canMeasure(db, versionId),
    job: job && jobView(job),
  });
  return { ...words, isUnderway: job !== undefined && (words.figures !== '' || words.map !== '') };
}
