import { canMeasure, getComparison, insertComparison } from '#db/broadband/comparisons.ts';
import { withFiguresLock } from '#db/broadband/lock.ts';
import { hasAreaBlocks, insertAreaBlocks } from '#db/broadband/measure/area-blocks.ts';
import { getVersion, requireReady } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { undrawnLayers } from '#db/tiles/drawings.ts';
import { transact } from '#db/transaction.ts';
import { drawLayers } from '#flows/broadband/draw-layers.ts';
import { measureLosses } from '#flows/broadband/measure/compare-versions.ts';
import {
  isMeasuredApart,
  type Measured,
  measureApart,
  measureFigures,
} from '#flows/broadband/measure/measure-figures.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { forgetFiguresJobs } from './figures-jobs.ts';

/** How long it took to measure and to draw; both may have been done at the same time. */
export interface Completed {
  readonly measureMs: number;
  readonly drawMs: number;
}

/**
 * Measures and draws what is not measured and drawn yet of a version that is ready: first what must be confirmed before it
 * can be published, then the areas and the map; of a large version at the same time. Each is stored when it is complete, so
 * that what is killed or cancelled continues there. Publishing, deleting and making versions need not wait for it.
 *
 * @param isApart whether it is measured in a thread of its own
 * @returns undefined when the version has been deleted
 * @throws Refusal when the version does not exist, or another process measures or draws (`figures-busy`)
 */
export async function completeVersion(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
  isApart = isMeasuredApart(writer, versionId),
): Promise<Completed | undefined> {
  return await withFiguresLock(writer, async () => {
    const { db } = writer;
    requireReady(db, versionId);
    const measures = canMeasure(db, versionId);
    const losses = await timed(async () => {
      if (measures) await measureLosses(writer, versionId, writing);
    });
    const figures: Figures = { writer, versionId, writing };
    const [measured, drawn] =
      measures && isApart
        ? await measureBesideDrawing(figures)
        : [await timed(() => (measures ? measure(figures) : undefined)), await timed(() => draw(figures))];
    await transact(writer, (tx) => {
      forgetFiguresJobs(tx, versionId);
      writing.onCompleted?.(tx, versionId);
    });
    if (getVersion(db, versionId) === undefined) return undefined;
    return { measureMs: losses + measured, drawMs: drawn };
  });
}

/** @returns how long it took, in milliseconds */
async function timed(work: () => Promise<void> | undefined): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

interface Figures {
  readonly writer: Connection;
  readonly versionId: number;
  readonly writing: CoverageWriting;
}

function missingOf({ writer, versionId }: Figures) {
  return { comparison: getComparison(writer.db, versionId) === undefined, sums: !hasAreaBlocks(writer, versionId) };
}

async function measure(figures: Figures): Promise<void> {
  const { writer, versionId, writing } = figures;
  const missing = missingOf(figures);
  if (missing.comparison) writing.onProgress?.('measure-areas', 0, 0);
  for await (const measured of measureFigures(writer, versionId, missing, writing)) await store(figures, measured);
}

async function draw({ writer, versionId, writing }: Figures): Promise<void> {
  await drawLayers(writer, undrawnLayers(writer.db, versionId), writing);
}

/**
 * Measures in a thread, and draws in this one. What is shown is the progress of measuring until it is over. When one of both
 * fails or is cancelled, the other ends.
 *
 * @returns how long each took, in milliseconds
 */
async function measureBesideDrawing(figures: Figures): Promise<readonly [measureMs: number, drawMs: number]> {
  const { writer, versionId, writing } = figures;
  const order = { databaseFile: writer.sqlite.name, versionId, missing: missingOf(figures) };
  const stop = new AbortController();
  /** How far measuring has come; undefined once it is over. */
  let measured: readonly [done: number, total: number] | undefined = [0, 0];
  const whileMeasuring: CoverageWriting['onProgress'] = (stage, done, total) => {
    measured = [done, total];
    writing.onProgress?.(stage, done, total);
  };
  const measuring = timed(async () => {
    const keep = (figure: Measured) => store(figures, figure);
    await measureApart(order, keep, { onProgress: whileMeasuring }, stop.signal);
    measured = undefined;
  });
  const whileDrawing: CoverageWriting['onProgress'] = (stage, done, total) => {
    stop.signal.throwIfAborted();
    // drawing asks as often whether it was cancelled
    if (measured === undefined) writing.onProgress?.(stage, done, total);
    else writing.onProgress?.('measure-areas', ...measured);
  };
  const drawing = timed(() => draw({ ...figures, writing: { ...writing, onProgress: whileDrawing } }));
  for (const work of [measuring, drawing]) work.catch((fault: unknown) => stop.abort(fault));
  await Promise.allSettled([measuring, drawing]);
  stop.signal.throwIfAborted();
  return [await measuring, await drawing];
}

/** Stores figures, unless the version was deleted. */
async function store({ writer, versionId }: Figures, { comparison, sums }: Measured): Promise<void> {
  await transact(writer, (db) => {
    if (getVersion(db, versionId) === undefined) return;
    if (comparison !== undefined) insertComparison(db, versionId, comparison);
    if (sums !== undefined && !hasAreaBlocks({ db }, versionId)) insertAreaBlocks({ db }, versionId, sums);
  });
}
