import type { AreaBuilder } from './areas/area-builder.ts';
import type { PlaceField } from './csv/place-columns.ts';
import type { Reference } from './projection/reference.ts';
import type { SourceFeature } from './source-feature.ts';

export type FormatName = 'GeoJSON' | 'Shapefile' | 'GeoPackage' | 'KML' | 'CSV';

/** What a person chose where a file leaves it open. */
export interface ReadingChoices {
  /** Which of several layers is read. */
  readonly layer?: string | undefined;
  /** What the coordinates are in; wins over what the file says. */
  readonly reference?: Reference | undefined;
  /** Whether latitude or northing is written first. */
  readonly isSwapped?: boolean;
  /** The encoding of its texts, as in `windows-1252`. */
  readonly encoding?: string | undefined;
  /** Which columns of a table say where its rows are. */
  readonly places?: ReadonlyMap<PlaceField, string> | undefined;
}

/** A layer of areas in a file that may have several. */
export interface SourceLayer {
  readonly name: string;
  /** How many features it has; undefined where only reading would tell. */
  readonly features: number | undefined;
}

/** A coverage file that was recognised, and of which one layer is read, as often as needed. */
export interface CoverageSource {
  readonly format: FormatName;
  readonly layers: readonly SourceLayer[];
  /** The name of the layer that is read, where it has one; GeoJSON and KML tell it only while they are read. */
  readonly layerName: string | undefined;
  /** What was found or assumed of the file as a whole, for the report; whole sentences. */
  readonly notes: readonly string[];
  /**
   * The features of the layer, a few at a time, from the first.
   *
   * @param area builds their polygons, and is told by which reference system the file says they are
   * @throws Refusal where the file is not what it claims
   */
  features(area: AreaBuilder): AsyncIterable<readonly SourceFeature[]>;
  close(): void;
}
