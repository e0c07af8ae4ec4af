import { coverageOffer, coveragePart } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { sql } from '#db/drizzle.ts';
import { writePaced } from '#db/paced-write.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { encodePart } from '#lib/broadband/coverage/part-codec.ts';
import type { Part } from '#lib/broadband/import/areas/part.ts';
import type { OfferFields } from '#lib/broadband/import/offers/offer-fields.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';

/** A layer to be made. Its provider is made too when none of that name is known. */
export interface NewLayer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly delivery: string;
  /** Name, SHA-256 in hexadecimal and size of what it was read from. */
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The day that the provider's data stand for, `YYYY-MM-DD`. */
  readonly asOf?: string;
  readonly vertices: number;
  readonly parts: number;
  readonly offers: readonly OfferFields[];
}

/** Polygons of an offer, by the places of its layer in the plan and of the offer in that layer. */
export interface PlacedParts {
  readonly layer: number;
  readonly offer: number;
  readonly parts: readonly Part[];
}

/** @returns the offers' ids, by place of layer and offer */
export async function storeOffers(
  writer: Connection,
  newLayers: readonly NewLayer[],
  layerIds: readonly number[],
  writing: CoverageWriting,
  beat: () => void,
): Promise<number[][]> {
  const insert = writer.db
    .insert(coverageOffer)
    .values({
      layerId: sql.placeholder('layerId'),
      providerName: sql.placeholder('providerName'),
      availability: sql.placeholder('availability'),
      completion: sql.placeholder('completion'),
      wholesaleNetwork: sql.placeholder('wholesaleNetwork'),
      url: sql.placeholder('url'),
      minDownloadMbps: sql.placeholder('minDownloadMbps'),
      maxDownloadMbps: sql.placeholder('maxDownloadMbps'),
      minUploadMbps: sql.placeholder('minUploadMbps'),
      maxUploadMbps: sql.placeholder('maxUploadMbps'),
      timingId: sql.placeholder('timingId'),
    })
    .returning({ id: coverageOffer.id })
    .prepare();
  const offerIds: number[][] = newLayers.map(() => []);
  const rows = newLayers.flatMap(({ provider: { name: providerName }, offers }, place) =>
    offers.map((fields) => ({ place, values: { layerId: layerIds[place], providerName, ...fields } })),
  );
  await writePaced(
    writer,
    rows,
    ({ place, values }) => {
      offerIds[place]?.push(insert.get(values).id);
      beat();
    },
    { exclusive: writing.exclusive === true },
  );
  return offerIds;
}

/** Stores the polygons as they come. */
export async function storeParts(
  writer: Connection,
  content: Iterable<PlacedParts> | AsyncIterable<PlacedParts>,
  offerIds: readonly (readonly number[])[],
  writing: CoverageWriting,
  beat: () => void,
): Promise<void> {
  const insert = writer.db
    .insert(coveragePart)
    .values({ offerId: sql.placeholder('offerId'), rings: sql.placeholder('rings') })
    .prepare();
  async function* encoded() {
    for await (const { layer, offer, parts } of content) {
      const offerId = offerIds[layer]?.[offer];
      if (offerId === undefined) throw new Error(`The plan has no offer ${offer} in layer ${layer}.`);
      for (const part of parts) {
        const bytes = encodePart(part);
        yield { offerId, rings: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
      }
    }
  }
  await writePaced(
    writer,
    encoded(),
    (row) => {
      insert.run(row);
      beat();
    },
    {
      exclusive: writing.exclusive === true,
      onProgress: (stored) => writing.onProgress?.('store-areas', stored, 0),
    },
  );
}
