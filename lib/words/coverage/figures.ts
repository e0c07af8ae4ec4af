import type { JobView } from '#lib/jobs/view.ts';

/** How far the figures and the map of a version are. */
export interface FiguresFacts {
  readonly isMeasured: boolean;
  readonly isDrawn: boolean;
  /** Whether it and the version it is made on still have what is measured. */
  readonly canMeasure: boolean;
  /** The job that measures and draws it, while that waits or runs. */
  readonly job: Pick<JobView, 'state' | 'doing' | 'stage' | 'left'> | undefined;
}

/** How far they are, in a sentence for each; empty once they are complete. */
export interface FiguresWords {
  readonly figures: string;
  readonly map: string;
}

/** `The figures are being measured: about 20 seconds left.` */
export function figuresWords({ isMeasured, isDrawn, canMeasure, job }: FiguresFacts): FiguresWords {
  const isDrawing = job?.stage === 'draw-map';
  return {
    figures: isMeasured ? '' : canMeasure ? measuringWords(isDrawing ? undefined : job) : unmeasurable,
    map: isDrawn ? '' : drawingWords(job, isDrawing),
  };
}

const unmeasurable =
  'The figures cannot be measured: the cell index of this version, or of the one that it is made on, no longer exists.';

function measuringWords(job: FiguresFacts['job']): string {
  if (job === undefined) return 'The figures are not measured.';
  if (job.state === 'waiting') return `The figures are not measured yet. ${job.doing}.`;
  return `The figures are being measured${job.left === '' ? '' : `: ${job.left}`}.`;
}

function drawingWords(job: FiguresFacts['job'], isDrawing: boolean): string {
  if (job === undefined) return 'The map of this version is not drawn.';
  if (!isDrawing) return 'The map of this version is drawn after its figures are measured.';
  return `The map of this version is being drawn${job.left === '' ? '' : `: ${job.left}`}.`;
}
