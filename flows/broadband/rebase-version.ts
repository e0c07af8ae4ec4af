import { sourceOf } from '#db/broadband/new-version.ts';
import {
  deleteVersionRow,
  getPublishedId,
  getVersion,
  layersOf,
  requireReady,
  type VersionLayer,
} from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { measureLosses } from '#flows/broadband/measure/compare-versions.ts';
import { Refusal } from '#lib/refusal.ts';
import { buildVersion, type VersionPlan } from './build-version.ts';
import { forgetFiguresJobs } from './figures/figures-jobs.ts';
import { type Publication, publishNow } from './publication.ts';
import { removeAbandonedCoverage } from './remove-version.ts';
import type { CoverageWriting } from './writing.ts';

/**
 * Rebuilds a version: makes its own changes again on the published version, in a new version that takes its place. Call
 * it while holding the coverage lock.
 *
 * @returns the new version, and the published one it is made on
 * @throws Refusal when both changed the same technology of the same provider
 */
export async function rebaseVersion(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
): Promise<{ versionId: number; baseId: number | undefined }> {
  const plan = planRebase(writer, versionId);
  const onReady: CoverageWriting['onReady'] = (tx, id) => {
    // its successor has the same layers, so only its index is removed
    deleteVersionRow(tx, versionId);
    forgetFiguresJobs(tx, versionId);
    writing.onReady?.(tx, id);
  };
  const built = await buildVersion(writer, plan, [], { ...writing, onReady });
  await removeAbandonedCoverage(writer, writing);
  return { versionId: built.id, baseId: plan.baseId };
}

/** The result of rebuilding a version in order to publish it. */
export interface RebuiltAndPublished {
  readonly versionId: number;
  readonly baseId: number | undefined;
  /** Undefined when nothing was published: it would take away too much, or yet another version has been published. */
  readonly published: Extract<Publication, { outcome: 'published' }> | undefined;
}

/**
 * Rebuilds a version and publishes the result, in the transaction that makes it ready. If that would take away too much,
 * or another version was published meanwhile, the result is ready and waits. Call it while holding the coverage lock.
 *
 * @param onReady called in that transaction
 * @throws Refusal as `rebaseVersion` does
 */
export async function rebuildAndPublish(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
  onReady?: (db: Db, rebuilt: RebuiltAndPublished) => void,
): Promise<RebuiltAndPublished> {
  let rebuilt: RebuiltAndPublished | undefined;
  await rebaseVersion(writer, versionId, {
    ...writing,
    onIndexed: (id) => measureLosses(writer, id, writing),
    onReady(db, id) {
      const publication = publishNow(db, id, writing);
      const baseId = getVersion(db, id)?.baseId ?? undefined;
      rebuilt = { versionId: id, baseId, published: publication.outcome === 'published' ? publication : undefined };
      onReady?.(db, rebuilt);
    },
  });
  if (rebuilt === undefined) throw new Error(`Coverage version ${versionId} was rebuilt without being ready.`);
  return rebuilt;
}

function planRebase({ db }: Connection, versionId: number): VersionPlan {
  const version = requireReady(db, versionId);
  const oldBaseId = version.baseId ?? undefined;
  if (oldBaseId !== undefined && getVersion(db, oldBaseId) === undefined) {
    throw new Refusal({ code: 'base-gone', versionId, baseId: oldBaseId });
  }
  const baseId = getPublishedId(db);
  const oldBase = layersOf(db, oldBaseId);
  const base = layersOf(db, baseId);
  const own = differenceOf(oldBase, layersOf(db, versionId));
  const others = differenceOf(oldBase, base);
  const theirs = new Set([...others.added, ...others.removed].map(pairOf));
  const conflict = [...own.added, ...own.removed].find((layer) => theirs.has(pairOf(layer)));
  if (conflict !== undefined) {
    const { technology, provider } = conflict;
    throw new Refusal({
      code: 'changes-conflict',
      versionId,
      baseId: oldBaseId,
      publishedId: baseId,
      technology,
      provider,
    });
  }
  const removed = new Set(own.removed.map(({ id }) => id));
  const kept = [...base.filter(({ id }) => !removed.has(id)), ...own.added];
  const origin = { action: 'coverage.rebuild', ...sourceOf(db, version) } as const;
  return { baseId, keptLayerIds: kept.map(({ id }) => id), newLayers: [], note: version.note, origin };
}

function differenceOf(from: readonly VersionLayer[], to: readonly VersionLayer[]) {
  const fromIds = new Set(from.map(({ id }) => id));
  const toIds = new Set(to.map(({ id }) => id));
  return { added: to.filter(({ id }) => !fromIds.has(id)), removed: from.filter(({ id }) => !toIds.has(id)) };
}

function pairOf({ technology, provider }: VersionLayer): string {
  return JSON.stringify([technology, provider]);
}
