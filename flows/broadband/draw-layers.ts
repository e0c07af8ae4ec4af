import { partsOfOffers } from '#db/broadband/layer-content.ts';
import type { Connection } from '#db/client.ts';
import {
  drawnOffers,
  insertDrawing,
  type NewPiece,
  removeDrawing,
  storePieces,
  undrawnLayers,
} from '#db/tiles/drawings.ts';
import { transact } from '#db/transaction.ts';
import { LayerPieces } from '#lib/tiles/pieces/layer-pieces.ts';
import { type Box, emptyBox, extend } from '#lib/tiles/pieces/ring.ts';
import { type CoverageWriting, rowsOf } from './writing.ts';

/** Bytes of pieces that are kept in memory before they are written. */
const mostBytesInMemory = 16 * 1024 * 1024;

/**
 * Draws layers whose polygons are stored: makes the pieces that map tiles are drawn from. Tiles use a layer once it is
 * complete. Call it while holding the coverage lock.
 *
 * @param onRow called with each row, in its transaction
 */
export async function drawLayers(
  writer: Connection,
  layerIds: readonly number[],
  writing: CoverageWriting,
  onRow?: () => void,
): Promise<void> {
  for (const layerId of layerIds) {
    // pieces of a killed run, or of an older form
    await removeDrawing(writer, layerId, { exclusive: writing.exclusive === true });
    const box = emptyBox();
    const bytes = await storePieces(
      writer,
      layerId,
      piecesOf(writer, layerId, box),
      rowsOf(writing, 'draw-map', onRow),
    );
    const drawing = { layerId, bytes, ...(box.minX > box.maxX ? {} : box) };
    await transact(writer, (db) => insertDrawing(db, drawing));
  }
}

/**
 * Draws the layers that are not drawn yet, such as those from before there were tiles. Call it while holding the coverage
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
function* piecesOf(writer: Connection, layerId: number, box: Box): Generator<NewPiece> {
  const pieces = new LayerPieces();
  let seq = 0;
  for (const { offerId, rings } of partsOfOffers(writer, drawnOffers(writer.db, layerId))) {
    for (const ring of rings) extend(box, ring);
    pieces.add(offerId, rings);
    if (pieces.size < mostBytesInMemory) continue;
    for (const piece of pieces.take()) yield { ...piece, seq };
    seq++;
  }
  for (const piece of pieces.take()) yield { ...piece, seq };
}
