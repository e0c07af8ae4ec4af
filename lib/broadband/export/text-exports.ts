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

/** One offer with the number and size of its areas. */
export interface CountedOffer {
  readonly offer: ExportedOffer;
  readonly areas: number;
  readonly vertices: number;
}

/** The offers of a version as CSV, without their areas. Every row has the attribution, as a table has no other place for it. */
export function* csvExport(version: ExportedVersion, offers: Iterable<CountedOffer>): Generator<string, void> {
  const attribution = attributionOf(version);
  // spreadsheets recognise UTF-8 by the byte order mark
  yield `\uFEFF${csvLine([...exportedColumns, 'areas', 'vertices', 'version', 'attribution'])}`;
  for (const { offer, areas, vertices } of offers) {
    const fields = exportedColumns.map((column) => offer[column]);
    yield csvLine([...fields, areas, vertices, version.versionId, attribution]);
  }
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
