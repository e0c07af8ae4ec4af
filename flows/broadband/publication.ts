import { recordChange } from '#db/audit/record-change.ts';
import { getLosses } from '#db/broadband/comparisons.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import {
  type PublicationKind,
  publishedStack,
  requireNothingRetired,
  setPublished,
} from '#db/broadband/publications.ts';
import { getPublishedId, layersOf, requireReady, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connections, Db } from '#db/client.ts';
import { addOpenDataJob } from '#flows/open-data/open-data-job.ts';
import { addStatisticsJob } from '#flows/statistics/statistics-job.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { layerWords } from '#lib/words/coverage/coverage.ts';
import { type BuiltVersion, buildVersion } from './build-version.ts';
import { removeAbandonedCoverage } from './remove-version.ts';
import type { CoverageWriting } from './writing.ts';

/** The result of trying to publish in one small transaction. Only `published` changed anything. */
export type Publication =
  | { readonly outcome: 'published'; readonly versionId: number; readonly replacedId: number | undefined }
  | { readonly outcome: 'already-published'; readonly versionId: number }
  /** It would take away more than a fifth of a technology's area, and nobody has confirmed that. */
  | { readonly outcome: 'unconfirmed'; readonly versionId: number; readonly losses: readonly LargeLoss[] }
  /** How much it would take away is not measured yet. */
  | { readonly outcome: 'unmeasured'; readonly versionId: number }
  /** It was never published, and its base is no longer the published version: it must be rebuilt first. */
  | { readonly outcome: 'outdated'; readonly versionId: number }
  /** Its cell index was dropped and must be made again first. */
  | { readonly outcome: 'not-indexed'; readonly versionId: number };

/**
 * Publishes a version if nothing has to be made first. Call it in a transaction.
 *
 * @throws Refusal when the version does not exist, is still being made, or has layers of what is retired
 */
export function publishNow(db: Db, versionId: number, writing: CoverageWriting): Publication {
  return tryToPublish(db, versionId, 'publish', writing);
}

/**
 * Publishes what was published before; the next time, what was published before that. Call it in a transaction.
 *
 * @param from the version to roll back from, if known: no other version is rolled back then
 * @throws Refusal when no version was published before, or another version than `from` is published
 */
export function rollBackNow(db: Db, writing: CoverageWriting, from?: number): Publication {
  const [publishedId, previousId] = publishedStack(db).reverse();
  if (publishedId === undefined) throw new Refusal({ code: 'nothing-published' });
  if (from !== undefined && from !== publishedId) throw new Refusal({ code: 'published-since', publishedId, from });
  if (previousId === undefined) throw new Refusal({ code: 'nothing-published-before', versionId: publishedId });
  return tryToPublish(db, previousId, 'rollback', writing);
}

function tryToPublish(db: Db, versionId: number, kind: PublicationKind, writing: CoverageWriting): Publication {
  const { nowMs, actor } = writing;
  const version = requireReady(db, versionId);
  const replacedId = getPublishedId(db);
  if (replacedId === versionId) {
    writing.onPublished?.(db, versionId);
    return { outcome: 'already-published', versionId };
  }
  // a version that was published before was confirmed then
  if (version.publishedAt === null) {
    if ((version.baseId ?? undefined) !== replacedId) return { outcome: 'outdated', versionId };
    const losses = writing.isLossConfirmed === true ? [] : getLosses(db, versionId);
    if (losses === undefined) return { outcome: version.indexBytes === null ? 'not-indexed' : 'unmeasured', versionId };
    if (losses.length > 0) return { outcome: 'unconfirmed', versionId, losses };
  }
  if (version.indexBytes === null) return { outcome: 'not-indexed', versionId };
  requireNothingRetired(db, versionId);
  setPublished(db, versionId, kind, nowMs);
  addStatisticsJob(db, nowMs);
  addOpenDataJob(db, nowMs);
  if (actor !== undefined) {
    const before = replacedId === undefined ? null : { version: replacedId };
    const subject = `coverage version ${versionId}`;
    recordChange(db, { actor, action: `coverage.${kind}`, subject, before, after: { version: versionId } }, nowMs);
  }
  writing.onPublished?.(db, versionId);
  return { outcome: 'published', versionId, replacedId };
}

export interface RetiredLayer extends BuiltVersion {
  readonly baseId: number;
  readonly layer: VersionLayer;
}

/**
 * Makes a version that is the published one without one of its layers. It is ready afterwards, not published.
 *
 * @throws Refusal when nothing is published or the published version has no such layer
 */
export async function retireLayer(
  { writer }: Connections,
  layerId: number,
  writing: CoverageWriting,
): Promise<RetiredLayer> {
  return await withCoverageLock(writer, writing.nowMs, async () => {
    await removeAbandonedCoverage(writer, writing);
    const baseId = required(getPublishedId(writer.db), { code: 'nothing-published' });
    const published = layersOf(writer.db, baseId);
    const layer = published.find(({ id }) => id === layerId);
    if (layer === undefined) throw new Refusal({ code: 'no-such-layer', versionId: baseId, layerId });
    const keptLayerIds = published.filter((other) => other !== layer).map(({ id }) => id);
    const origin = { action: 'coverage.retire' } as const;
    const plan = { baseId, keptLayerIds, newLayers: [], note: `without ${layerWords(layer)}`, origin };
    return { ...(await buildVersion(writer, plan, [], writing)), baseId, layer };
  });
}
