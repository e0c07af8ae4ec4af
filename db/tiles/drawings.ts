import { bufferOf } from '#db/broadband/layer-content.ts';
import { coverageLayer, coverageOffer } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray, notExists, sql } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { placeholdersOf } from '#db/prepared-statement.ts';
import { transact } from '#db/transaction.ts';
import { drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import { DRAWING_FORM, type Piece } from '#lib/tiles/pieces/layer-pieces.ts';
import { coverageDrawing, coveragePiece } from './schema.ts';

/** A piece to be stored; `seq` distinguishes several of one square. */
export interface NewPiece extends Piece {
  readonly seq: number;
}

/** The layers that have no drawing of the current form. */
export function undrawnLayers(db: Db): number[] {
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

/** The offers of a layer that maps show. */
export function drawnOffers(db: Db, layerId: number): number[] {
  return db
    .select({ id: coverageOffer.id })
    .from(coverageOffer)
    .where(and(eq(coverageOffer.layerId, layerId), inArray(coverageOffer.availability, [...drawnAvailabilities])))
    .orderBy(asc(coverageOffer.id))
    .all()
    .map(({ id }) => id);
}

/** Stores pieces of a layer, which is drawn only once `insertDrawing` says so. @returns their bytes */
export async function storePieces(
  writer: Connection,
  layerId: number,
  pieces: Iterable<NewPiece>,
  how: RowWriting,
): Promise<number> {
  const insert = writer.db
    .insert(coveragePiece)
    .values({ ...placeholdersOf(coveragePiece), layerId })
    .prepare();
  let bytes = 0;
  const store = ({ body, ...square }: NewPiece) => {
    insert.run({ ...square, body: bufferOf(body) });
    bytes += body.byteLength;
  };
  await writePaced(writer, pieces, store, how);
  return bytes;
}

/** Marks a layer as drawn: all its pieces are stored. */
export function insertDrawing(db: Db, drawing: Omit<typeof coverageDrawing.$inferInsert, 'form'>): void {
  db.insert(coverageDrawing)
    .values({ ...drawing, form: DRAWING_FORM })
    .run();
}

/** Removes what the tiles of a layer are drawn from. */
export async function removeDrawing(writer: Connection, layerId: number, how: RowWriting): Promise<void> {
  const { db } = writer;
  const ofLayer = eq(coveragePiece.layerId, layerId);
  const { level, tile } = coveragePiece;
  await transact(writer, (within) => within.delete(coverageDrawing).where(eq(coverageDrawing.layerId, layerId)).run());
  const remove = db
    .delete(coveragePiece)
    .where(and(ofLayer, eq(level, sql.placeholder('level')), eq(tile, sql.placeholder('tile'))))
    .prepare();
  const squares = db.selectDistinct({ level, tile }).from(coveragePiece).where(ofLayer).all();
  await writePaced(writer, squares, (square) => void remove.run(square), how);
}
