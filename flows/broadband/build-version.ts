import { recordChange } from '#db/audit/record-change.ts';
import { insertComparison } from '#db/broadband/comparisons.ts';
import { type PlacedParts, storeOffers, storeParts } from '#db/broadband/layer-content.ts';
import {
  insertVersion,
  markIndexed,
  markReady,
  type NewVersion,
  type VersionSource,
} from '#db/broadband/new-version.ts';
import type { Connection, Db } from '#db/client.ts';
import { isLockRefusal, storageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { releaseDisk, reserveDisk } from '#flows/files/disk-reserve.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { Refusal } from '#lib/refusal.ts';
import { compareVersions } from './compare-versions.ts';
import { drawLayers } from './draw-layers.ts';
import { indexVersion } from './index-version.ts';
import { removeAbandonedCoverage } from './remove-abandoned.ts';
import { type CoverageWriting, heartbeatOf, rowsOf } from './writing.ts';

export type { NewLayer, PlacedParts } from '#db/broadband/layer-content.ts';

/** A version to be made of existing layers and new ones. */
export interface VersionPlan extends Omit<NewVersion, keyof VersionSource> {
  readonly origin?: VersionOrigin;
}

/** What is recorded of how a version was made. `madeBy`: who made it, unless that is who writes it. */
export interface VersionOrigin extends Partial<VersionSource> {
  /** Its action in the audit log; `coverage.import` when left out. */
  readonly action?: 'coverage.import' | 'coverage.retire' | 'coverage.rebuild' | 'coverage.provider';
}

export interface BuiltVersion {
  readonly id: number;
  /** The ids of the new layers, in the plan's order. */
  readonly layerIds: readonly number[];
  readonly indexBytes: number;
  /** What it changes against its base. */
  readonly comparison: Comparison;
  /** How long it took to store the polygons, to make the index and to measure the areas. */
  readonly storeMs: number;
  readonly indexMs: number;
  readonly measureMs: number;
}

/**
 * Makes a version that is ready to be published and invisible until then. When anything goes wrong, nothing of it is
 * left. Call it while holding the coverage lock.
 */
export async function buildVersion(
  writer: Connection,
  plan: VersionPlan,
  content: Iterable<PlacedParts> | AsyncIterable<PlacedParts>,
  writing: CoverageWriting,
): Promise<BuiltVersion> {
  try {
    const startedAt = performance.now();
    reserveDisk(writer);
    const { origin, ...rest } = plan;
    const version = { madeBy: writing.actor?.who ?? '', ...origin, ...rest };
    const { id, layerIds } = await transact(writer, (db) => insertVersion(db, version, writing.nowMs));
    const beat = heartbeatOf(writer, id, writing.nowMs);
    const quiet = { exclusive: writing.exclusive === true, onRow: beat };
    const offerIds = await storeOffers(writer, plan.newLayers, layerIds, quiet);
    await storeParts(writer, content, offerIds, rowsOf(writing, 'store-areas', beat));
    await drawLayers(writer, layerIds, writing, beat);
    const storedAt = performance.now();
    const indexBytes = await indexVersion(writer, id, writing);
    const indexedAt = performance.now();
    const comparison = compareVersions(writer, id, plan.baseId, writing);
    await transact(writer, (db) => {
      recordNew(db, id, plan, writing);
      insertComparison(db, id, comparison);
      markIndexed(db, id, indexBytes);
      markReady(db, id);
      writing.onReady?.(db, id);
    });
    return {
      ...{ id, layerIds, indexBytes, comparison },
      ...{ storeMs: storedAt - startedAt, indexMs: indexedAt - storedAt, measureMs: performance.now() - indexedAt },
    };
  } catch (fault) {
    if (writer.sqlite.inTransaction) writer.sqlite.exec('ROLLBACK');
    releaseDisk(writer);
    // what cannot be removed now is invisible, and the next import removes it
    if (!isLockRefusal(fault)) await removeAbandonedCoverage(writer, writing).catch(() => {});
    throw isDiskFull(fault, writer) ? new Refusal({ code: 'coverage-disk-full' }) : fault;
  } finally {
    releaseDisk(writer);
  }
}

function isDiskFull(fault: unknown, { sqlite }: Connection): boolean {
  const refusal = fault instanceof Refusal ? fault : storageRefusal(fault, sqlite.name);
  return refusal?.reason.code === 'disk-full';
}

function recordNew(
  db: Db,
  versionId: number,
  { baseId, note, origin = {} }: VersionPlan,
  { actor, nowMs }: CoverageWriting,
): void {
  if (actor === undefined) return;
  const { action = 'coverage.import', file } = origin;
  const subject = `coverage version ${versionId}`;
  const after = { note, madeOn: baseId ?? null, ...(file === undefined ? {} : { sha256: file.sha256 }) };
  recordChange(db, { actor, action, subject, before: null, after }, nowMs);
}
