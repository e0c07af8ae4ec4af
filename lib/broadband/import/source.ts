import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { PlaceField } from '#lib/broadband/import/csv/place-fields.ts';
import type { Reference } from '#lib/broadband/import/projection/reference.ts';
import { Refusal } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import type { SourceFeature } from './source-feature.ts';

export type FormatName = 'GeoJSON' | 'Shapefile' | 'GeoPackage' | 'KML' | 'CSV';

/** What a person chose where a file leaves it open. */
export interface ReadingChoices {
  /** Which of several layers is read. */
  readonly layer?: string | undefined;
  /** The reference system of the coordinates, whatever the file says. */
  readonly reference?: Reference | undefined;
  /** Whether latitude or northing is written first. */
  readonly isSwapped?: boolean;
  /** The encoding of the text, such as `windows-1252`. */
  readonly encoding?: string | undefined;
  /** Which columns of a table say where its rows are. */
  readonly places?: ReadonlyMap<PlaceField, string> | undefined;
}

/** A layer of areas in a file that may have several. */
export interface SourceLayer {
  readonly name: string;
  /** How many features it has; undefined where that is only known once it is read. */
  readonly features: number | undefined;
}

/** An opened coverage file; one layer of it is read, as often as needed. */
export interface CoverageSource {
  readonly format: FormatName;
  readonly layers: readonly SourceLayer[];
  /** The name of the layer that is read, if any; for GeoJSON and KML it is known only after a reading. */
  readonly layerName: string | undefined;
  /** What was found or assumed about the file as a whole. */
  readonly notes: readonly ReadingNote[];
  /**
   * The features of the layer from the first, in batches.
   *
   * @param area builds their polygons, and is given the reference system that the file declares
   * @throws Refusal for a damaged file
   */
  features(area: AreaBuilder): AsyncIterable<readonly SourceFeature[]>;
  close(): void;
}

/** How many features of a format with single rows make a batch. */
const batchSize = 200;

/** Gathers features into batches. */
export async function* inBatches(
  features: Iterable<SourceFeature> | AsyncIterable<SourceFeature>,
): AsyncGenerator<readonly SourceFeature[]> {
  let batch: SourceFeature[] = [];
  for await (const feature of features) {
    batch.push(feature);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * The chosen layer, or the only one.
 *
 * @throws Refusal `layers-to-choose` with all layers if none was chosen, `layer-not-found` for an unknown name
 */
export function requireLayer<Layer extends SourceLayer>(
  format: 'Shapefile' | 'GeoPackage',
  layers: readonly Layer[],
  chosen?: string,
): Layer {
  const found = chosen === undefined ? layers : layers.filter(({ name }) => name === chosen);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const plain = layers.map(({ name, features }) => ({ name, features }));
  if (chosen === undefined) throw new Refusal({ code: 'layers-to-choose', format, layers: plain });
  throw new Refusal({ code: 'layer-not-found', format, layer: chosen, layers: forListing(plain) });
}
