import { GeoJsonReader } from './geojson-reader.ts';
import { unpackSource } from './source-bytes.ts';
import type { SourceFeature } from './source-feature.ts';

/**
 * The features of a GeoJSON file, plain or gzip, a few at a time as they are read.
 *
 * @returns the layer's name, where the file has one
 * @throws Refusal where the file is not what it claims
 */
export async function* readGeoJson(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly SourceFeature[], string | undefined> {
  const reader = new GeoJsonReader();
  for await (const chunk of unpackSource(source)) yield reader.write(chunk);
  reader.end();
  return reader.layerName;
}
