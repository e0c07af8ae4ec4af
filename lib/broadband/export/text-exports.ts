import { csvLine } from '#lib/audit/csv.ts';
import { degreesText } from '#lib/broadband/point.ts';
import { exportedRings } from './exported-polygons.ts';
import {
  attributionOf,
  type ExportedOffer,
  type ExportedPart,
  type ExportedVersion,
  exportedColumns,
  titleOf,
} from './exported-version.ts';

/**
 * The offers of some polygons as CSV, without their areas, in the order of the first polygon of each. Every row has the
 * attribution, as a table has no other place for it.
 */
export function* csvExport(version: ExportedVersion, parts: Iterable<ExportedPart>): Generator<string, void> {
  const attribution = attributionOf(version);
  // spreadsheets recognise UTF-8 by the byte order mark
  yield `\uFEFF${csvLine([...exportedColumns, 'areas', 'vertices', 'version', 'attribution'])}`;
  for (const [offer, { areas, vertices }] of countOffers(parts)) {
    const fields = exportedColumns.map((column) => offer[column]);
    yield csvLine([...fields, areas, vertices, version.versionId, attribution]);
  }
}

/** The number and size of the areas of each offer. */
function countOffers(parts: Iterable<ExportedPart>) {
  const counts = new Map<ExportedOffer, { areas: number; vertices: number }>();
  for (const { offer, rings } of parts) {
    const counted = counts.get(offer) ?? { areas: 0, vertices: 0 };
    counted.areas++;
    for (const ring of rings) counted.vertices += ring.length / 2;
    counts.set(offer, counted);
  }
  return counts;
}

/** How much text is collected before it is yielded, in UTF-16 units. */
const chunkLength = 65_536;

/**
 * A version as GeoJSON (RFC 7946), piece by piece, with a feature for each polygon on a line of its own. Importing it gives
 * the same answers, to a unit where an area crosses itself.
 */
export function* geoJsonExport(version: ExportedVersion, parts: Iterable<ExportedPart>): Generator<string, void> {
  const head = {
    type: 'FeatureCollection',
    name: titleOf(version),
    attribution: attributionOf(version),
    license: version.terms?.licence.url,
    layers: version.layers.map(({ asOf, ...layer }) => ({ ...layer, as_of: asOf })),
  };
  let text = `${JSON.stringify(head).slice(0, -1)},"features":[\n`;
  let isFirst = true;
  for (const part of parts) {
    text += isFirst ? featureText(part) : `,\n${featureText(part)}`;
    isFirst = false;
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield `${text}\n]}\n`;
}

function featureText({ offer, rings }: ExportedPart): string {
  const coordinates = exportedRings(rings).map(ringText).join(',');
  return `{"type":"Feature","properties":${JSON.stringify(offer)},"geometry":{"type":"Polygon","coordinates":[${coordinates}]}}`;
}

function ringText(positions: Float64Array): string {
  let text = '[';
  for (let at = 0; at < positions.length; at += 2) {
    const separator = at === 0 ? '' : ',';
    text += `${separator}[${degreesText(positions[at] as number)},${degreesText(positions[at + 1] as number)}]`;
  }
  return `${text}]`;
}
