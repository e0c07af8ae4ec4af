import { Refusal } from '#lib/refusal.ts';
import type { OtherJson } from '#lib/words/coverage/content.ts';
import type { GeoJsonFeature } from './feature.ts';

const geometryTypes = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

const notInCollections = ['coordinates', 'geometries', 'geometry', 'properties'];

/** JSON that people take for GeoJSON, by members that only it has. */
const otherJson: readonly { readonly format: OtherJson; readonly members: readonly string[] }[] = [
  { format: 'TopoJSON', members: ['arcs', 'objects'] },
  { format: 'Esri JSON', members: ['geometryType', 'features'] },
  { format: 'Esri JSON', members: ['spatialReference', 'features'] },
  { format: 'Esri JSON', members: ['displayFieldName'] },
  { format: 'Esri JSON', members: ['rings'] },
  { format: 'Esri JSON', members: ['attributes', 'geometry'] },
  { format: 'error message', members: ['error'] },
  { format: 'error message', members: ['errors'] },
  { format: 'error message', members: ['exceptions'] },
  { format: 'error message', members: ['message'] },
  { format: 'error message', members: ['detail', 'title'] },
];

/**
 * The kind of the root object, once it has ended.
 *
 * @param hasFeatures whether it has a list of features
 * @throws Refusal if it is not GeoJSON, or has members that belong to another type (RFC 7946, 7.1)
 */
export function requireRootKind(
  { type, members, line }: Pick<GeoJsonFeature, 'type' | 'members' | 'line'>,
  hasFeatures: boolean,
): 'FeatureCollection' | 'Feature' | 'geometry' {
  const isCollection = type === 'FeatureCollection';
  if (type === undefined || !(isCollection || type === 'Feature' || geometryTypes.has(type))) {
    const other = otherJson.find((each) => each.members.every((member) => members.has(member)));
    if (other !== undefined) throw new Refusal({ code: 'other-json', format: other.format });
    throw new Refusal({ code: 'not-geojson', line, found: { type: type?.slice(0, 40) } });
  }
  if (isCollection && !hasFeatures) throw new Refusal({ code: 'geojson-without-features', line });
  const member = (isCollection ? notInCollections : ['features']).find((name) => members.has(name));
  if (member !== undefined) throw new Refusal({ code: 'geojson-member-misplaced', type, line, member });
  return isCollection || type === 'Feature' ? type : 'geometry';
}
