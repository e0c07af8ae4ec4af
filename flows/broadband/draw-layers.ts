import { setImmediate as nextTurn } from 'node:timers/promises';
import { partsOfOffers } from '#db/broadband/layer-content.ts';
import type { Connection } from '#db/client.ts';
import { bumpGeneration } from '#db/generation.ts';
import { isLockRefusal } from '#db/storage-fault.ts';
import {
  drawnOffers,
  insertDrawing,
  LayerRemoved,
  type NewPiece,
  removeDrawing,
  storePieces,
  type UndrawnLayer,
  undrawnLayers,
} from '#db/tiles/drawings.ts';
import { transact } from '#db/transaction.ts';
import { LayerPieces } from '#lib/tiles/pieces/layer-pieces.ts';
import { type Box, emptyBox, extend } from '#lib/tiles/pieces/ring.ts';
import type { CoverageWriting } from './writing.ts';

/** Bytes of pieces that are kept in memory before they are written. */
const mostBytesInMemory = 16 * 1024 * 1024;
/** How long the event loop may wait for its next turn, in milliseconds. */
const longestTurnMs = 40;

/**
 * Draws layers whose polygons are stored: makes the pieces that map tiles are drawn from. Tiles use a layer once it is
 * complete. A layer that is removed meanwhile is left out; of one that cannot be completed nothing is left. Call it while
 * holding the figures lock.
 */
export async function drawLayers(
  writer: Connection,
  layers: readonly UndrawnLayer[],
  writing: CoverageWriting,
): Promise<void> {
  const total = layers.reduce((sum, { vertices }) => sum + vertices, 0);
  let done = 0;
  const onVertices = (vertices: number) => {
    done += vertices;
    writing.onProgress?.('draw-map', done, total);
  };
  if (total > 0) onVertices(0);
  for (const { id } of layers) {
    try {
      await drawLayer(writer, id, writing, onVertices);
    } catch (fault) {
      if (isLockRefusal(fault)) throw fault;
      await removeDrawing(writer, id, { exclusive: writing.exclusive === true });
      if (!(fault instanceof LayerRemoved)) throw fault;
    }
  }
}

async function drawLayer(
  writer: Connection,
  layerId: number,
  writing: CoverageWriting,
  onVertices: (vertices: number) => void,
): Promise<void> {
  const how = { exclusive: writing.exclusive === true };
  // pieces of a killed run, or of an older form
  await removeDrawing(writer, layerId, how);
  const box = emptyBox();
  const bytes = await storePieces(writer, layerId, piecesOf(writer, layerId, box, onVertices), how);
  const drawing = { layerId, bytes, ...(box.minX > box.maxX ? {} : box) };
  await transact(writer, (db) => {
    insertDrawing(db, drawing);
    bumpGeneration(db, 'drawings', writing.nowMs);
  });
}

/**
 * Draws the layers that are not drawn yet, such as those from before there were tiles. Call it while holding the figures
 * lock.
 *
 * @returns how many there were
 */
export async function drawMissing(writer: Connection, writing: CoverageWriting): Promise<number> {
  const missing = undrawnLayers(writer.db);
  await drawLayers(writer, missing, writing);
  return missing.length;
}

/** The pieces of a layer, some at a time. Widens `box` to what is drawn. */
async function* piecesOf(
  writer: Connection,
  layerId: number,
  box: Box,
  onVertices: (vertices: number) => void,
): AsyncGenerator<NewPiece> {
  const pieces = new LayerPieces();
  let seq = 0;
  let turnedAt = Number.NEGATIVE_INFINITY;
  for (const { offerId, rings } of partsOfOffers(writer, drawnOffers(writer.db, layerId))) {
    if (performance.now() - turnedAt > longestTurnMs) {
      await nextTurn();
      turnedAt = performance.now();
    }
    for (const ring of rings) extend(box, ring);
    pieces.add(offerId, rings);
    onVertices(rings.reduce((sum, ring) => sum + ring.length / 2, 0));
    if (pieces.size < mostBytesInMemory) continue;
    for (const piece of pieces.take()) yield { ...piece, seq };
    seq++;
  }
  for (const piece of pieces.take()) yield { ...piece, seq };
}
