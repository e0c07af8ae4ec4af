import { openGeoPackage } from '#db/geopackage/reader.ts';
import { openSource } from '#lib/broadband/import/open-source.ts';
import { readThrough } from '#lib/broadband/import/read-source.ts';
import type { ReadingChoices } from '#lib/broadband/import/source.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';

/** Opens a file and reads all of its features, like the first pass of an import. */
export async function readFeatures(file: SourceFile, choices: ReadingChoices = {}) {
  const source = await openSource(file, choices, {
    plain: (geoPackage, chosen) => openGeoPackage(geoPackage, chosen, `${geoPackage.path}-scratch`),
    packed: () => Promise.reject(new Error('Only a flow unpacks a GeoPackage.')),
  });
  try {
    const features: SourceFeature[] = [];
    const { placement } = await readThrough(source, choices, () => ({
      add: (feature: SourceFeature) => void features.push(feature),
    }));
    const { format, layers, layerName, notes } = source;
    return { features, placement, format, layers, layerName, notes };
  } finally {
    source.close();
  }
}

/** The polygons of a feature as rings of units, or the reason why it has none. */
export function ringsOf({ area }: SourceFeature): number[][][] | string {
  return typeof area === 'string' ? area : area.parts.map((part) => part.map((ring) => [...ring]));
}
