import { counted } from '#lib/counted.ts';
import type { Expectation } from '#lib/json/json-grammar.ts';

/** Why a text is not JSON at some place. */
export type JsonProblem =
  | { readonly kind: 'unexpected'; readonly found: string; readonly expected: Expectation }
  | { readonly kind: 'not-a-value'; readonly word: string }
  | { readonly kind: 'control-character'; readonly byte: number }
  | { readonly kind: 'escape' }
  | { readonly kind: 'not-utf-8' }
  | { readonly kind: 'too-deep'; readonly most: number }
  | { readonly kind: 'too-long'; readonly mostBytes: number };

/** Why the coordinates of a GeoJSON geometry cannot be those of its type. */
export type CoordinatesProblem =
  | { readonly kind: 'nesting'; readonly expected: number; readonly found: number }
  | { readonly kind: 'depths' }
  | { readonly kind: 'single-number' }
  | { readonly kind: 'list-in-position' }
  | { readonly kind: 'element'; readonly found: string };

/** What a JSON file is that is not GeoJSON. */
export type OtherJson = 'TopoJSON' | 'Esri JSON' | 'error message';

type AreaType = 'Polygon' | 'MultiPolygon';
interface Member {
  readonly member: string;
  readonly owner: 'feature' | 'geometry';
}

/** What is wrong with the content of a coverage file: with its form, with a feature, or with a geometry. */
export const coverageContentWords = {
  'not-json': ({ line, problem }: { line: number; problem: JsonProblem }) =>
    problem.kind === 'not-utf-8'
      ? `Line ${line} is not UTF-8: save the file as UTF-8.`
      : `The file is not valid JSON: on line ${line}, ${jsonWords(problem)}.`,
  'not-geojson': ({ line, found }: { line: number; found: 'list' | 'value' | { readonly type: string | undefined } }) =>
    `The file is JSON, but not GeoJSON: ${typeof found === 'string' ? `it has a ${found} on line ${line} where an object is expected` : found.type === undefined ? `the object on line ${line} has no "type"` : `"type" is ${JSON.stringify(found.type)} on line ${line}`}.`,
  'other-json': ({ format }: { format: OtherJson }) => otherJsonWords[format],
  'cut-off-by-limit': ({ features }: { features: number }) =>
    `The file has only some of the data: the server stopped after ${counted(features, 'feature')} ("exceededTransferLimit"). Download all of it: export the whole layer, or ask for the rest with resultOffset=${features} and join the features into one file.`,
  'cut-off-by-count': ({ features, total }: { features: number; total: number }) =>
    `The file has only some of the data: ${features.toLocaleString('en-NZ')} of the ${counted(total, 'feature')} that it says there are. Download all of it: export the whole layer, or ask again with a higher limit (count, limit or maxFeatures).`,
  'cut-off-by-page': ({ features }: { features: number }) =>
    `The file has only some of the data: it is one page of ${counted(features, 'feature')}, with a link to the next. Download all of it: export the whole layer, or fetch every page and join the features into one file.`,
  'geojson-without-features': ({ line }: { line: number }) =>
    `The FeatureCollection on line ${line} has no list of "features".`,
  'geojson-features-twice': () => 'The file has two "features" members.',
  'geojson-not-a-feature': ({ found, line }: { found: string; line: number }) =>
    `The list of features has ${found} on line ${line}: each element must be a Feature.`,
  'geojson-member-misplaced': ({ type, line, member }: { type: string; line: number; member: string }) =>
    `The ${type} on line ${line} must not have a "${member}" member.`,

  'feature-type': ({ found }: { found: string | undefined }) =>
    `Its "type" is ${found === undefined ? 'missing' : JSON.stringify(found)}, but must be "Feature".`,
  'geometry-missing': () => 'It has no "geometry" member.',
  'geometry-type': ({ found }: { found: string | undefined }) =>
    `The "type" of its geometry is ${found === undefined ? 'missing' : JSON.stringify(found)}.`,
  'geometries-missing': () => 'Its GeometryCollection has no list of "geometries".',
  'property-twice': ({ property }: { property: string }) =>
    `It has two values of ${JSON.stringify(property)}, of which only one could be read: give each its own name.`,
  'coordinates-missing': () => 'Its geometry has no list of "coordinates".',
  'coordinates-wrong': ({ type, problem }: { type: AreaType; problem: CoordinatesProblem }) =>
    `Its coordinates are not those of a ${type}: ${coordinatesWords(problem)}.`,
  'member-twice': ({ member, owner }: Member) =>
    `${owner === 'feature' ? 'It' : 'Its geometry'} has two "${member}" members.`,
  'member-wrong': ({ member, owner, found }: Member & { found: string }) =>
    `The "${member}"${owner === 'feature' ? '' : ' of its geometry'} is ${found}.`,
  'member-misplaced': ({ member, owner }: Member) =>
    `${owner === 'feature' ? 'It' : 'Its geometry'} has a "${member}" member, which a ${owner} must not have.`,

  'not-xml': ({ line, error }: { line: number; error: string }) =>
    `The file is not well-formed XML: line ${line}: ${error}.`,
  'not-kml': ({ root }: { root: string }) => `The file is XML, but not KML: its root element is <${root}>.`,
  'kml-doctype': () =>
    'The KML file has a document type declaration (DOCTYPE), which could pull in other files. It was not read: remove the declaration.',
  'kml-too-deep': ({ line, most }: { line: number; most: number }) =>
    `The elements of the KML file are nested more than ${most} deep, on line ${line}.`,
  'kml-network-link': ({ line }: { line: number }) =>
    `The KML file links to data elsewhere (NetworkLink, line ${line}), which is never fetched: save the data itself as KML or KMZ.`,
  'kml-placemark-nested': ({ line }: { line: number }) => `A Placemark is inside another Placemark, on line ${line}.`,
  'kml-not-coordinates': ({ text }: { text: string }) => `Its coordinates contain ${JSON.stringify(text)}.`,
  'kml-single-number': ({ number }: { number: string }) =>
    `Its coordinates contain a position with only one number, ${number}.`,
  'kml-outer-boundaries': () => 'Its Polygon has several outer boundaries.',
  'kml-hole-first': () => 'Its Polygon has a hole before its outer boundary.',

  'csv-row-too-long': ({ line, mostBytes }: { line: number; mostBytes: number }) =>
    `Line ${line} of the table is longer than ${mostBytes / 2 ** 20} MiB. Check for a quotation mark that is not closed; deliver large geometries as GeoPackage.`,
  'not-a-number': ({ what, text }: { what: 'position' | 'radius'; text: string }) =>
    `Its ${what} ${JSON.stringify(text)} is not a number.`,
  'radius-outside': ({ metres, least, most }: { metres: number; least: number; most: number }) =>
    `Its radius is ${metres} m, but must be from ${least} m to ${most / 1000} km.`,

  'not-a-shapefile': ({ file }: { file: string }) => `${file} is not a Shapefile, or is incomplete.`,
  'shape-damaged': ({ file, shape }: { file: string; shape: number }) => `${file} is damaged at shape ${shape}.`,
  'shapes-cut-short': ({ file, shape }: { file: string; shape: number }) =>
    `${file} is incomplete: it ends too early, at shape ${shape}.`,
  'shape-multipatch': ({ file, shape }: { file: string; shape: number }) =>
    `Shape ${shape} of ${file} is a solid (MultiPatch): export the Shapefile as polygons.`,
  'not-a-dbf': ({ file }: { file: string }) => `${file} is not a .dbf table, or is incomplete.`,
  'dbf-cut-short': ({ file, row }: { file: string; row: number }) =>
    `${file} is incomplete: it ends too early, at row ${row}.`,
  'shapes-and-rows-differ': (facts: { shapes: string; table: string; more: 'shapes' | 'rows'; from: number }) =>
    facts.more === 'shapes'
      ? `${facts.shapes} has more shapes than ${facts.table} has rows, from number ${facts.from} on. They do not belong together, or one is incomplete.`
      : `${facts.table} has more rows than ${facts.shapes} has shapes, from number ${facts.from} on. They do not belong together, or one is incomplete.`,

  'geometry-damaged': () => 'Its geometry is damaged or incomplete.',
  'geometry-too-large': ({ bytes, most }: { bytes: number; most: number }) =>
    `A geometry takes ${Math.round(bytes / 1e6)} MB, but may take at most ${most / 1e6} MB: split it.`,
  'geometry-not-straight': ({ type }: { type: string }) =>
    `Its geometry has the type ${type}: convert it to polygons with straight edges.`,
  'layer-not-straight': ({ layer, type, row }: { layer: string; type: string; row: number }) =>
    `The layer ${JSON.stringify(layer)} has geometries of the type ${type} (the first in row ${row}), which are not read: convert the layer to MultiPolygon with straight edges, with GDAL for example by ogr2ogr -nlt CONVERT_TO_LINEAR.`,
  'geometry-not-geopackage': () => 'Its geometry is not in the form that GeoPackage prescribes.',
  'geometry-other-reference': ({ found, layer }: { found: number; layer: number }) =>
    `Its geometry has srs_id ${found}, but its layer has ${layer}.`,
  'geometry-not-wkt': ({ text }: { text: string }) => `Its geometry is not well-known text: ${JSON.stringify(text)}.`,
  'wkt-damaged': ({ near }: { near: string }) =>
    `Its well-known text is damaged or incomplete near ${JSON.stringify(near)}.`,
  'geometry-not-geojson': ({ problem }: { problem?: JsonProblem | undefined }) =>
    `Its geometry is not GeoJSON${problem === undefined ? '' : `: ${jsonWords(problem)}`}.`,

  'ring-too-short': ({ ring, positions, isClosed }: { ring: number; positions: number; isClosed: boolean }) =>
    `Ring ${ring} has ${counted(positions, 'position')}${isClosed ? '' : ' once it is closed'}, but needs at least 4.`,
  'ring-around-globe': ({ ring }: { ring: number }) =>
    `Ring ${ring} goes all the way around the globe: cut it to New Zealand (160° to 185°).`,
  'ring-too-wide': ({ ring }: { ring: number }) =>
    `Ring ${ring} is too wide to know which side is inside: cut it to New Zealand (160° to 185°).`,
  'too-many-vertices': ({ most }: { most: number }) =>
    `The file has more than ${most.toLocaleString('en-NZ')} vertices: split it, or simplify its areas.`,
  'no-polygons': ({ features, skipped }: NoAreas) => noAreaWords({ features, skipped }),
  'coverage-faults': ({ count }: { count: number }) => `The file has ${counted(count, 'fault')}. Nothing was imported.`,
} as const;

const otherJsonWords: Readonly<Record<OtherJson, string>> = {
  TopoJSON:
    'The file is TopoJSON, which is not read: export it as GeoJSON, for example with mapshaper or with topo2geo.',
  'Esri JSON':
    'The file is Esri JSON, which is not read: ask the service for f=geojson instead of f=json, or export the layer as GeoJSON.',
  'error message':
    'The file is an error message of the server that it was downloaded from, not data: open it in a text editor to see why, and download it again.',
};

const expectations: Readonly<Record<Expectation, string>> = {
  value: 'a value',
  'value or end': 'a value or the end of a list',
  key: 'a member name',
  'key or end': 'a member name or the end of an object',
  colon: 'a colon',
  'comma or end': 'a comma or the end of a list or object',
};

function jsonWords(problem: JsonProblem): string {
  switch (problem.kind) {
    case 'unexpected':
      return `${problem.found} is where ${expectations[problem.expected]} is expected`;
    case 'not-a-value':
      return `"${problem.word}" is not a JSON value`;
    case 'control-character':
      return `a text contains the control character ${hexadecimal(problem.byte, '0x', 2)}, which must be written as ${hexadecimal(problem.byte, '\\u', 4)}`;
    case 'escape':
      return 'a text contains an escape sequence that JSON does not have';
    case 'not-utf-8':
      return 'a text is not UTF-8';
    case 'too-deep':
      return `lists and objects are nested more than ${problem.most} deep`;
    case 'too-long':
      return `a text or number is longer than ${problem.mostBytes / 2 ** 20} MiB`;
  }
}

function coordinatesWords(problem: CoordinatesProblem): string {
  switch (problem.kind) {
    case 'nesting':
      return `lists must be nested ${problem.expected} deep, but are nested ${problem.found} deep`;
    case 'depths':
      return 'positions are at different depths';
    case 'single-number':
      return 'a position has only one number';
    case 'list-in-position':
      return 'a position contains a list';
    case 'element':
      return `they contain ${problem.found}`;
  }
}

function hexadecimal(value: number, prefix: string, digits: number): string {
  return `${prefix}${value.toString(16).padStart(digits, '0')}`;
}

/** What a file without areas has instead. */
export interface NoAreas {
  readonly features: number;
  /** How many there are, by what they are. */
  readonly skipped: Readonly<Record<string, number | undefined>>;
}

const kinds = {
  Point: ['is a point', 'are points'],
  MultiPoint: ['is a group of points', 'are groups of points'],
  LineString: ['is a line', 'are lines'],
  MultiLineString: ['is a group of lines', 'are groups of lines'],
  'gx:Track': ['is a track (gx:Track)', 'are tracks (gx:Track)'],
  'gx:MultiTrack': ['is a group of tracks (gx:MultiTrack)', 'are groups of tracks (gx:MultiTrack)'],
  GeometryCollection: ['is a mixed collection (GeometryCollection)', 'are mixed collections (GeometryCollection)'],
  'no geometry': ['has no geometry', 'have no geometry'],
  deleted: ['is marked as deleted', 'are marked as deleted'],
} as const;

/** Why there is nothing to import from a file, and what would help. */
export function noAreaWords(found: NoAreas): string {
  if (found.features === 0) return nothingToImportWords(found);
  const hasPoints = found.skipped.Point !== undefined || found.skipped.MultiPoint !== undefined;
  const advice = hasPoints ? ', or points with a radius as CSV' : '';
  return `${nothingToImportWords(found)} Coverage must be areas (polygons)${advice}.`;
}

/** What a file without areas has instead. */
export function nothingToImportWords({ features, skipped }: NoAreas): string {
  if (features === 0) return 'The file has no features, so there is nothing to import.';
  const found = Object.entries(kinds).flatMap(([kind, [one, many]]) => {
    const count = skipped[kind] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-NZ')} ${count === 1 ? one : many}`];
  });
  const what = found.length === 0 ? '' : `: of its ${counted(features, 'feature')}, ${found.join(', ')}`;
  return `The file has no areas, so there is nothing to import${what}.`;
}
