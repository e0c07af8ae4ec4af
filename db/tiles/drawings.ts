import { bufferOf } from '#db/broadband/layer-content.ts';
import { coverageLayer, coverageOffer, coverageVersion, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray, notExists, sql } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { placeholdersOf, preparedWrite } from '#db/prepared-statement.ts';
import { transact } from '#db/transaction.ts';
import { drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import { DRAWING_FORM, type Piece } from '#lib/tiles/pieces/layer-pieces.ts';
import { coverageDrawing, coveragePiece } from './schema.ts';

/** A piece to be stored; `seq` distinguishes several of one square. */
export interface NewPiece extends Piece {
  readonly seq: number;
}

/** A layer to be drawn. */
export type UndrawnLayer = Pick<typeof coverageLayer.$inferSelect, 'id' | 'vertices'>;

/** The layers of a version, or of all versions that are ready, that have no drawing of the current form. */
export function undrawnLayers(db: Db, versionId?: number): UndrawnLayer[] {
  const drawn = db
    .select()
    .from(coverageDrawing)
    .where(and(eq(coverageDrawing.layerId, coverageLayer.id), eq(coverageDrawing.form, DRAWING_FORM)));
  const ofVersion = versionId === undefined ? undefined : eq(coverageVersion.id, versionId);
  return db
    .selectDistinct({ id: coverageLayer.id, vertices: coverageLayer.vertices })
    .from(coverageVersionLayer)
    .innerJoin(coverageVersion, eq(coverageVersion.id, coverageVersionLayer.versionId))
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .where(and(eq(coverageVersion.state, 'ready'), ofVersion, notExists(drawn)))
    .orderBy(asc(coverageLayer.id))
    .all();
}

/** Thrown when a layer that is being drawn was removed: no version has it now. */
export class LayerRemoved extends Error {
  override name = 'LayerRemoved';
}

/** Makes the check that a layer is still in a version. Call it in the transaction of what is stored for the layer. */
function requireInVersion(db: Db, layerId: number): () => void {
  const own = db
    .select({ layerId: coverageVersionLayer.layerId })
    .from(coverageVersionLayer)
    .where(eq(coverageVersionLayer.layerId, layerId))
    .limit(1)
    .prepare();
  return () => {
    if (own.get() === undefined) throw new LayerRemoved(`No version has layer ${layerId}.`);
  };
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

/**
 * Stores pieces of a layer, which is drawn only once `insertDrawing` says so.
 *
 * @returns their bytes
 * @throws LayerRemoved when no version has the layer any more
 */
export async function storePieces(
  writer: Connection,
  layerId: number,
  pieces: AsyncIterable<NewPiece>,
  how: RowWriting,
): Promise<number> {
  const insert = preparedWrite(writer, writer.db.insert(coveragePiece).values(placeholdersOf(coveragePiece)));
  let bytes = 0;
  const requireLayer = requireInVersion(writer.db, layerId);
  const store = ({ level, tile, seq, body }: NewPiece, isFirst: boolean) => {
    // nobody removes the layer while the transaction runs
    if (isFirst) requireLayer();
    insert(layerId, level, tile, seq, bufferOf(body));
    bytes += body.byteLength;
  };
  await writePaced(writer, pieces, store, how);
  return bytes;
}

type NewDrawing = Omit<typeof coverageDrawing.$inferInsert, 'form' | 'layerId'> & { readonly layerId: number };

/** Marks a layer as drawn: all its pieces are stored. @throws LayerRemoved when no version has the layer any more */
export function insertDrawing(db: Db, drawing: NewDrawing): void {
  requireInVersion(db, drawing.layerId)();
  db.insert(coverageDrawing)
    .values({ ...drawing, form: DRAWING_FORM })
    .run();
}

/** Removes what the tiles of a layer are drawn from. */
export async function removeDrawing(writer: Connection, layerId: number, how: RowWriting): Promise<void> {
  const { db } = writer;
  const ofLayer = eq(coveragePiece.layerId, layerId);
  const { level, tile } = coveragePiece;
  const isDrawn = eq(coverageDrawing.layerId, layerId);
  const drawn = db.select({ layerId: coverageDrawing.layerId }).from(coverageDrawing).where(isDrawn).get();
  // most layers are drawn for the first time
  if (drawn !== undefined) await transact(writer, (within) => within.delete(coverageDrawing).where(isDrawn).run());
  const remove = db
    .delete(coveragePiece)
    .where(and(ofLayer, eq(level, sql.placeholder('level')), eq(tile, sql.placeholder('tile'))))
    .prepare();
  const squares = db.selectDistinct({ level, tile }).from(coveragePiece).where(ofLayer).all();
  await writePaced(writer, squares, (square) => void remove.run(square), how);
}
