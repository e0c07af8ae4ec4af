import { countLeaves, leavesOfVersion } from '#db/broadband/cells.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import { eachAreaBlock, hasAreaBlocks } from '#db/broadband/measure/area-blocks.ts';
import { differingLeaves } from '#db/broadband/measure/differing-leaves.ts';
import type { Connection } from '#db/client.ts';
import { type AreaBlock, areaBlocks, blockLevel, blockOf } from '#lib/broadband/measure/area-blocks.ts';
import { levelOf, spanOf } from '#lib/broadband/measure/leaf-cursor.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { finishInTurns, type MeasureProgress } from './measure-versions.ts';

/**
 * Sums what a version offers in each square of its index, so that large rectangles are measured quickly; without the sums
 * they are measured from the leaves. Squares that do not differ have the sums of the base. It only reads, and gives the
 * event loop a turn every few milliseconds.
 */
export async function sumAreas(
  connection: Connection,
  versionId: number,
  baseId: number | undefined,
  { onProgress }: MeasureProgress,
): Promise<AreaBlock[]> {
  const offers = new MeasuredOffers(readOffers(connection.db, versionId));
  const blocks: AreaBlock[] = [];
  const total = countLeaves(connection, versionId);
  let leaves = 0;
  const counted = function* () {
    for (const leaf of leavesOfVersion(connection, versionId)) {
      leaves++;
      yield leaf;
    }
  };
  const steps =
    baseId === undefined || !hasAreaBlocks(connection, baseId)
      ? areaBlocks(counted(), offers, SERVICE_BOX)
      : renewedBlocks(connection, versionId, baseId, offers);
  const collected = (function* () {
    for (const block of steps) {
      if (block !== undefined) blocks.push(block);
      yield;
    }
  })();
  await finishInTurns(collected, () => onProgress?.('measure-areas', leaves, total));
  return blocks;
}

/** The base's blocks, except those with leaves that differ, which are summed again. Yields undefined between. */
function* renewedBlocks(
  connection: Connection,
  versionId: number,
  baseId: number,
  offers: MeasuredOffers,
): Generator<AreaBlock | undefined, void> {
  const differing = new Set<number>();
  for (const { before, after } of differingLeaves(connection, versionId, baseId)) {
    for (const leaf of [...before, ...after]) {
      // a larger leaf is in no block; one that it replaces, or that replaces it, is here too
      if (levelOf(leaf) >= blockLevel) differing.add(blockOf(leaf.key));
    }
    yield undefined;
  }
  for (const block of eachAreaBlock(connection, baseId)) if (!differing.has(block.key)) yield block;
  for (const firstKey of differing) {
    const leaves = [...leavesOfVersion(connection, versionId, { firstKey, keys: spanOf(blockLevel) })];
    yield* areaBlocks(leaves, offers, SERVICE_BOX);
  }
}
