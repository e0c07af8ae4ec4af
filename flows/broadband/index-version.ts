import { setImmediate as nextTurn } from 'node:timers/promises';
import { removeAbandonedCells } from '#db/broadband/abandoned.ts';
import { type StoredIndex, storeLeaves } from '#db/broadband/cells.ts';
import { partsOfLayer, readOffers } from '#db/broadband/layer-content.ts';
import { blocksOfVersion } from '#db/broadband/seals.ts';
import { getPublishedId, getVersion, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { RowWriting } from '#db/paced-write.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { CellTree } from '#lib/broadband/coverage/leaves.ts';
import { FormerLeaves, patchedLeaves } from '#lib/broadband/coverage/patched-leaves.ts';
import { type CoverageWriting, heartbeatOf, rowsOf } from './writing.ts';

/** Layers whose edges are in memory already. */
export interface CollectedLayers {
  readonly layerIds: readonly number[];
  readonly edges: EdgeCollection;
}

/** An index is only changed, not made again, if it has this many vertices, and so many times as many as are changed. */
const [leastVertices, leastShare] = [20_000, 3];
/** How long the event loop may wait for its next turn. */
const longestTurnMs = 40;

/**
 * Makes the cell index of a version: the changed index of another version, if few of their layers differ, otherwise from
 * all its polygons. Call it while holding the coverage lock; it is used only after `markIndexed`.
 *
 * @param collected layers that need not be read from the database; their edges are used up
 */
export async function indexVersion(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
  collected: CollectedLayers = { layerIds: [], edges: new EdgeCollection() },
): Promise<StoredIndex> {
  await removeAbandonedCells(writer, rowsOf(writing, 'tidy-up'));
  const beat = heartbeatOf(writer, versionId, writing.nowMs);
  const how = rowsOf(writing, 'build-index', beat);
  const all = layersOf(writer.db, versionId);
  const former = findFormer(writer, versionId, all);
  if (former !== undefined) return await changeIndex(writer, versionId, former, collected, how);
  await collect(writer, all, collected, how);
  const tree = new CellTree(collected.edges);
  const total = verticesOf(all);
  const onProgress = () => writing.onProgress?.('build-index', Math.min(total, Math.round(tree.edgesDone)), total);
  onProgress();
  return await storeLeaves(writer, versionId, tree.leavesOfAll(), { ...how, onProgress });
}

/** An index from which that of a version differs little. */
interface Former {
  readonly id: number;
  readonly added: readonly VersionLayer[];
  readonly removed: readonly VersionLayer[];
}

function findFormer(writer: Connection, versionId: number, layers: readonly VersionLayer[]): Former | undefined {
  const { db } = writer;
  const id = getVersion(db, versionId)?.baseId ?? undefined;
  const candidates = new Set([id, getPublishedId(db)].filter((candidate) => candidate !== undefined));
  candidates.delete(versionId);
  for (const candidate of candidates) {
    if ((getVersion(db, candidate)?.indexBytes ?? null) === null) continue;
    const theirs = layersOf(db, candidate);
    const added = without(layers, theirs);
    const removed = without(theirs, layers);
    const kept = verticesOf(layers) - verticesOf(added);
    const changed = verticesOf(added) + verticesOf(removed);
    if (kept >= leastVertices && changed * leastShare <= kept) return { id: candidate, added, removed };
  }
  return undefined;
}

async function changeIndex(
  writer: Connection,
  versionId: number,
  { id, added, removed }: Former,
  collected: CollectedLayers,
  how: RowWriting,
): Promise<StoredIndex> {
  const { db } = writer;
  const blocks = blocksOfVersion(writer, id);
  const formerBytes = getVersion(db, id)?.indexBytes ?? 0;
  if (blocks === undefined) throw new Error(`Coverage version ${id} has no list of its blocks.`);
  await collect(writer, [...added, ...removed], collected, how);
  const now = new Set(readOffers(db, versionId).map((offer) => offer.id));
  const before = readOffers(db, id).map((offer) => offer.id);
  const gone = new Set(before.filter((offer) => !now.has(offer)));
  const staying = before.filter((offer) => now.has(offer));
  const former = new FormerLeaves(blocks.directory, (index) => blocks.body(index));
  const leaves = patchedLeaves({ collection: collected.edges, gone, staying }, former);
  const { directory, bytes } = await storeLeaves(writer, versionId, leaves, how, blocks.directory);
  return { directory, bytes: formerBytes - former.bytesReplaced + bytes };
}

/** Reads the edges of the layers that were not collected yet. */
async function collect(
  writer: Connection,
  layers: readonly VersionLayer[],
  { layerIds, edges }: CollectedLayers,
  { onProgress }: RowWriting,
): Promise<void> {
  const known = new Set(layerIds);
  let turnedAt = performance.now();
  for (const { id } of layers) {
    if (known.has(id)) continue;
    for (const part of partsOfLayer(writer, id)) {
      edges.add(part);
      if (performance.now() - turnedAt < longestTurnMs) continue;
      onProgress?.(0);
      await nextTurn();
      turnedAt = performance.now();
    }
  }
}

function without(layers: readonly VersionLayer[], others: readonly VersionLayer[]): VersionLayer[] {
  const ids = new Set(others.map(({ id }) => id));
  return layers.filter(({ id }) => !ids.has(id));
}

function verticesOf(layers: readonly VersionLayer[]): number {
  return layers.reduce((sum, { vertices }) => sum + vertices, 0);
}
