import { recordChange } from '#db/audit/record-change.ts';
import { insertLosses } from '#db/broadband/comparisons.ts';
import { type LayerContent, storeOffers, storeParts } from '#db/broadband/layer-content.ts';
import {
  insertVersion,
  markIndexed,
  markReady,
  type NewVersion,
  type VersionSource,
} from '#db/broadband/new-version.ts';
import { insertDelivery } from '#db/broadband/own/deliveries.ts';
import { providerIdsOf } from '#db/broadband/providers.ts';
import type { Connection, Db } from '#db/client.ts';
import { isLockRefusal, storageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { mayLose } from '#flows/broadband/measure/compare-versions.ts';
import { releaseDisk, reserveDisk } from '#flows/files/disk-reserve.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { Refusal } from '#lib/refusal.ts';
import { addFiguresJob } from './figures/figures-jobs.ts';
import { indexVersion } from './index-version.ts';
import { removeAbandonedCoverage } from './remove-version.ts';
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
  /** How long it took to store the polygons, and to make the index. */
  readonly storeMs: number;
  readonly indexMs: number;
}

/**
 * Makes a version that is ready to be published and invisible until then. It is measured and drawn afterwards, by a job of
 * its own (`figures/complete-version.ts`). When anything goes wrong, nothing of it is left. Call it while holding the
 * coverage lock.
 */
export async function buildVersion(
  writer: Connection,
  plan: VersionPlan,
  content: LayerContent,
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
    const parts = plan.newLayers.reduce((sum, layer) => sum + layer.parts, 0);
    const edges = new EdgeCollection();
    const how = rowsOf(writing, 'store-areas', beat, parts);
    await storeParts(writer, content, offerIds, (part) => edges.add(part), how);
    const storedAt = performance.now();
    const index = await indexVersion(writer, id, writing, { layerIds, edges });
    await transact(writer, (db) => markIndexed(db, id, index));
    await writing.onIndexed?.(id);
    await transact(writer, (db) => {
      recordNew(db, id, plan, writing);
      recordDelivery(db, id, plan, writing.nowMs);
      markReady(db, id);
      if (!mayLose(db, id)) insertLosses(db, id, []);
      addFiguresJob(db, id, writing.nowMs);
      writing.onReady?.(db, id);
    });
    return {
      id,
      layerIds,
      indexBytes: index.bytes,
      storeMs: storedAt - startedAt,
      indexMs: performance.now() - storedAt,
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

/** Counts an imported file for each provider whose layers it brought. */
function recordDelivery(db: Db, versionId: number, { newLayers, origin = {} }: VersionPlan, nowMs: number): void {
  const { action = 'coverage.import', file, providerId: own } = origin;
  if (action !== 'coverage.import' || file === undefined) return;
  const names = newLayers.map(({ provider }) => provider.name);
  for (const providerId of providerIdsOf(db, names))
    insertDelivery(db, { providerId, versionId, deliveredAt: nowMs, isOwn: providerId === own });
}
