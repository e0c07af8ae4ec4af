import { setImmediate as nextTurn } from 'node:timers/promises';
import { countLeaves, leavesOfVersion } from '#db/broadband/cells.ts';
import { getTotals } from '#db/broadband/comparisons.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import { allLeaves, differingLeaves } from '#db/broadband/measure/differing-leaves.ts';
import type { Connection } from '#db/client.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import type { BlockSums } from '#lib/broadband/measure/area-blocks.ts';
import { type AreaTotals, areaTotals } from '#lib/broadband/measure/area-figures.ts';
import { differingCells } from '#lib/broadband/measure/differing-cells.ts';
import { type Measurement, measureChanges, measureVersion } from '#lib/broadband/measure/measure.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';

export type MeasureProgress = Pick<CoverageWriting, 'onProgress'>;

interface Measuring extends MeasureProgress {
  readonly offers: MeasuredOffers;
  /** False to measure technologies only, which takes less time. */
  readonly withProviders?: boolean;
  /** Adds up the leaves of a version without a base. */
  readonly blocks?: BlockSums | undefined;
}

/** Measures what differs between a version and its base. Only cells that differ are visited; without a base, all do. */
export async function measureAgainst(
  connection: Connection,
  versionId: number,
  baseId: number | undefined,
  { offers, withProviders, blocks, onProgress }: Measuring,
): Promise<Measurement> {
  const total = countLeaves(connection, versionId);
  const parts =
    baseId === undefined ? allLeaves(connection, versionId) : differingLeaves(connection, versionId, baseId);
  const differences = differingCells(parts);
  const steps = measureChanges({ offers, differences, box: SERVICE_BOX, withProviders, blocks });
  return await finishInTurns(steps, ({ share }) => onProgress?.('measure-areas', Math.round(share * total), total));
}

/** What a version offers in all: as it was stored with its figures, or measured now. */
export async function totalsOf(
  connection: Connection,
  versionId: number,
  progress: MeasureProgress,
): Promise<AreaTotals> {
  const stored = getTotals(connection.db, versionId);
  if (stored !== undefined) return stored;
  const offers = new MeasuredOffers(readOffers(connection.db, versionId));
  const total = countLeaves(connection, versionId);
  const leaves = leavesOfVersion(connection, versionId);
  const steps = measureVersion({ offers, leaves, box: SERVICE_BOX });
  const tally = await finishInTurns(steps, (cells) => progress.onProgress?.('measure-areas', cells, total));
  return areaTotals(offers, tally);
}

/** The longest that measuring blocks the event loop. */
const turnMs = 25;

/**
 * Runs a computation that yields every few milliseconds to its end. It gives the event loop a turn between, so that a job
 * can be cancelled and others are answered.
 *
 * @param report called before each turn with what was yielded last; what it throws ends the computation
 */
export async function finishInTurns<Step, Result>(
  steps: Iterator<Step, Result>,
  report: (step: Step) => void,
): Promise<Result> {
  let turnEnds = performance.now() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < turnEnds) continue;
    report(step.value);
    await nextTurn();
    turnEnds = performance.now() + turnMs;
  }
}
