import { removeAbandonedCells } from '#db/broadband/abandoned.ts';
import { storeLeaves } from '#db/broadband/cells.ts';
import { partsOfVersion } from '#db/broadband/layer-content.ts';
import type { Connection } from '#db/client.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { type CoverageWriting, heartbeatOf, rowsOf } from './writing.ts';

/**
 * Makes the cell index of a version from its polygons. Call it while holding the coverage lock; it is used only after
 * `markIndexed`.
 *
 * @returns the size of the index in bytes
 */
export async function indexVersion(writer: Connection, versionId: number, writing: CoverageWriting): Promise<number> {
  await removeAbandonedCells(writer, rowsOf(writing, 'tidy-up'));
  const collection = new EdgeCollection();
  for (const part of partsOfVersion(writer, versionId)) collection.add(part);
  const beat = heartbeatOf(writer, versionId, writing.nowMs);
  return await storeLeaves(writer, versionId, leavesOf(collection), rowsOf(writing, 'build-index', beat));
}
