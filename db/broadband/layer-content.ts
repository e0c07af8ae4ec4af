import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, getTableColumns, gt, sql } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { placeholdersOf, preparedStatement, preparedWrite } from '#db/prepared-statement.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import type { CoveragePart } from '#lib/broadband/coverage/edge-collection.ts';
import { decodePart, encodePart } from '#lib/broadband/coverage/part-codec.ts';
import type { Part } from '#lib/broadband/import/areas/area-builder.ts';
import type { OfferFields } from '#lib/broadband/import/offers/offer-fields.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import { coverageLayer, coverageOffer, coveragePart, coverageVersionLayer } from './schema.ts';

/** A layer to be stored. Its provider is added if the name is new. */
export interface NewLayer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly delivery: string;
  /** Name, SHA-256 in hexadecimal and size of what it was read from. */
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The day the provider's data describe, `YYYY-MM-DD`. */
  readonly asOf?: string;
  readonly vertices: number;
  readonly parts: number;
  readonly offers: readonly OfferFields[];
}

/** Polygons of an offer. `layer` is the index of its layer in the plan, `offer` that of the offer in the layer. */
export interface PlacedParts {
  readonly layer: number;
  readonly offer: number;
  readonly parts: readonly Part[];
}

/** The same for one polygon that `encodePart` has written. */
export interface PlacedBytes extends Omit<PlacedParts, 'parts'> {
  readonly rings: Uint8Array;
}

export type LayerContent = Iterable<PlacedParts | PlacedBytes> | AsyncIterable<PlacedParts | PlacedBytes>;

/** @returns the ids of the offers, by index of layer and offer */
export async function storeOffers(
  writer: Connection,
  newLayers: readonly NewLayer[],
  layerIds: readonly number[],
  how: RowWriting,
): Promise<number[][]> {
  const insert = writer.db
    .insert(coverageOffer)
    .values(placeholdersOf(coverageOffer))
    .returning({ id: coverageOffer.id })
    .prepare();
  const offerIds: number[][] = newLayers.map(() => []);
  const rows = newLayers.flatMap(({ provider: { name: providerName }, offers }, index) =>
    offers.map((fields) => ({ index, values: { id: null, layerId: layerIds[index], providerName, ...fields } })),
  );
  await writePaced(writer, rows, ({ index, values }) => offerIds[index]?.push(insert.get(values).id), how);
  return offerIds;
}

/** Stores polygons as they arrive. @param onPart is given each before it is stored */
export async function storeParts(
  writer: Connection,
  content: LayerContent,
  offerIds: readonly (readonly number[])[],
  onPart: (part: CoveragePart) => void,
  how: RowWriting,
): Promise<void> {
  const insert = preparedWrite(writer, writer.db.insert(coveragePart).values(placeholdersOf(coveragePart)));
  async function* encoded() {
    for await (const placed of content) {
      const offer = offerIds[placed.layer]?.[placed.offer];
      if (offer === undefined) throw new Error(`The plan has no offer ${placed.offer} in layer ${placed.layer}.`);
      for (const [rings, bytes] of encodedParts(placed)) {
        onPart({ offer, rings });
        yield [null, offer, bufferOf(bytes)];
      }
    }
  }
  await writePaced(writer, encoded(), (row) => insert(...row), how);
}

function encodedParts(placed: PlacedParts | PlacedBytes): [rings: readonly Int32Array[], bytes: Uint8Array][] {
  if ('parts' in placed) return placed.parts.map((part) => [part, encodePart(part)]);
  return [[decodePart(placed.rings), placed.rings]];
}

/** The offers of a layer. */
export function offersOfLayer(db: Db, layerId: number): (typeof coverageOffer.$inferSelect)[] {
  return db.select().from(coverageOffer).where(eq(coverageOffer.layerId, layerId)).all();
}

/**
 * The polygons of offers, each with its offer. Read one at a time because each may be large, and by separate queries
 * because a connection cannot write while a query is open on it.
 */
export function* partsOfOffers(connection: Connection, offerIds: Iterable<number>) {
  for (const { offerId, bytes } of partBytesOfOffers(connection, offerIds)) yield { offerId, rings: decodePart(bytes) };
}

/** The same, as they are stored. */
export function* partBytesOfOffers(connection: Connection, offerIds: Iterable<number>) {
  const query = connection.db
    .select({ id: coveragePart.id, rings: coveragePart.rings })
    .from(coveragePart)
    .where(and(eq(coveragePart.offerId, sql.placeholder('offerId')), gt(coveragePart.id, sql.placeholder('after'))))
    .orderBy(asc(coveragePart.id))
    .limit(1);
  const next = preparedStatement<[id: number, rings: Buffer]>(connection, query);
  for (const offerId of offerIds) {
    for (let part = next.get(offerId, 0); part !== undefined; part = next.get(offerId, part[0])) {
      yield { offerId, bytes: part[1] };
    }
  }
}

/** Every polygon of a layer, read as `partsOfOffers` does. */
export function* partsOfLayer(connection: Connection, layerId: number): Generator<CoveragePart, void> {
  const offers = offersOfLayer(connection.db, layerId).map(({ id }) => id);
  for (const { offerId, rings } of partsOfOffers(connection, offers)) yield { offer: offerId, rings };
}

/** The same bytes as the driver takes them. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const { layerId: _, ...columns } = getTableColumns(coverageOffer);

/** The offers of a version; empty for version 0. */
export function readOffers(db: Db, version: number): Offer[] {
  return db
    .select({ ...columns, technologyId: coverageLayer.technologyId, providerId: coverageLayer.providerId })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageLayer.id))
    .where(eq(coverageVersionLayer.versionId, version))
    .all();
}
