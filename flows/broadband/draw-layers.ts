import { coverageLayer, coverageOffer, coveragePart } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, asc, eq, gt, inArray, notExists, sql } from '#db/drizzle.ts';
import { writePaced } from '#db/paced-write.ts';
import { coverageDrawing, coveragePiece } from '#db/tiles/schema.ts';
import { decodePart } from '#lib/broadband/coverage/part-codec.ts';
import { drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import { DRAWING_FORM, LayerPieces, type Piece } from '#lib/tiles/pieces/layer-pieces.ts';
import { type Box, emptyBox, extend } from '#lib/tiles/pieces/ring.ts';
import type { CoverageWriting } from './writing.ts';

/** Bytes of pieces that are held before they are written. */
const heldBytes = 16 * 1024 * 1024;

/**
 * Makes what the map's tiles are drawn from, for layers whose polygons are stored. It is seen once a layer is whole. The
 * caller holds the coverage lock.
 *
 * @param beat to be called with each row written
 */
export async function drawLayers(
  writer: Connection,
  layerIds: readonly number[],
  writing: CoverageWriting,
  beat: () => void = () => {},
): Promise<void> {
  for (const layerId of layerIds) {
    // what a killed run left behind, or what was made in an older form
    await removeDrawing(writer, layerId, writing);
    await drawLayer(writer, layerId, writing, beat);
  }
}

/**
 * Draws the layers that are not drawn yet: those that stood before there were tiles. The caller holds the coverage lock.
 *
 * @returns how many there were
 */
export async function drawMissing(writer: Connection, writing: CoverageWriting): Promise<number> {
  const missing = undrawnLayers(writer);
  await drawLayers(writer, missing, writing);
  return missing.length;
}

function undrawnLayers({ db }: Connection): number[] {
  const drawn = db
    .select()
    .from(coverageDrawing)
    .where(and(eq(coverageDrawing.layerId, coverageLayer.id), eq(coverageDrawing.form, DRAWING_FORM)));
  return db
    .select({ id: coverageLayer.id })
    .from(coverageLayer)
    .where(notExists(drawn))
    .orderBy(asc(coverageLayer.id))
    .all()
    .map(({ id }) => id);
}

/** Removes what the tiles of a layer are drawn from. */
export async function removeDrawing(writer: Connection, layerId: number, writing: CoverageWriting): Promise<void> {
  const { db } = writer;
  db.delete(coverageDrawing).where(eq(coverageDrawing.layerId, layerId)).run();
  const ofLayer = eq(coveragePiece.layerId, layerId);
  const remove = db
    .delete(coveragePiece)
    .where(
      and(ofLayer, eq(coveragePiece.level, sql.placeholder('level')), eq(coveragePiece.tile, sql.placeholder('tile'))),
    )
    .prepare();
  const squares = db
    .selectDistinct({ level: coveragePiece.level, tile: coveragePiece.tile })
    .from(coveragePiece)
    .where(ofLayer)
    .all();
  await writePaced(writer, squares, (square) => void remove.run(square), { exclusive: writing.exclusive === true });
}

async function drawLayer(
  writer: Connection,
  layerId: number,
  writing: CoverageWriting,
  beat: () => void,
): Promise<void> {
  const { db } = writer;
  const box = emptyBox();
  let bytes = 0;
  const insert = db
    .insert(coveragePiece)
    .values({
      layerId,
      level: sql.placeholder('level'),
      tile: sql.placeholder('tile'),
      seq: sql.placeholder('seq'),
      body: sql.placeholder('body'),
    })
    .prepare();
  await writePaced(
    writer,
    piecesOf(writer, layerId, box),
    ({ body, ...square }) => {
      insert.run({ ...square, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
      bytes += body.byteLength;
      beat();
    },
    {
      exclusive: writing.exclusive === true,
      onProgress: (pieces) => writing.onProgress?.('draw-map', pieces, 0),
    },
  );
  const { minX, minY, maxX, maxY } = box;
  const own = minX > maxX ? {} : { minX, minY, maxX, maxY };
  db.insert(coverageDrawing)
    .values({ layerId, form: DRAWING_FORM, bytes, ...own })
    .run();
}

interface StoredPiece extends Piece {
  readonly seq: number;
}

/** Widens `box` to what is drawn. */
function* piecesOf(writer: Connection, layerId: number, box: Box): Generator<StoredPiece> {
  const pieces = new LayerPieces();
  let seq = 0;
  for (const { offerId, rings } of partsOf(writer, layerId)) {
    for (const ring of rings) extend(box, ring);
    pieces.add(offerId, rings);
    if (pieces.size < heldBytes) continue;
    for (const piece of pieces.take()) yield { ...piece, seq };
    seq++;
  }
  for (const piece of pieces.take()) yield { ...piece, seq };
}

/** The parts of a layer that are drawn, offer by offer; one at a time, as each may be large. */
function* partsOf({ db }: Connection, layerId: number) {
  const offers = db
    .select({ id: coverageOffer.id })
    .from(coverageOffer)
    .where(and(eq(coverageOffer.layerId, layerId), inArray(coverageOffer.availability, [...drawnAvailabilities])))
    .orderBy(asc(coverageOffer.id))
    .all();
  const after = db
    .select({ id: coveragePart.id, rings: coveragePart.rings })
    .from(coveragePart)
    .where(and(eq(coveragePart.offerId, sql.placeholder('offerId')), gt(coveragePart.id, sql.placeholder('after'))))
    .orderBy(asc(coveragePart.id))
    .limit(1)
    .prepare();
  for (const { id: offerId } of offers) {
    for (
      let part = after.get({ offerId, after: 0 });
      part !== undefined;
      part = after.get({ offerId, after: part.id })
    ) {
      yield { offerId, rings: decodePart(part.rings) };
    }
  }
}
