import { Refusal } from '#lib/refusal.ts';
import type { GeoJsonFeature } from './feature.ts';

const geometryTypes = new Set([
  ...['Point', 'MultiPoint', 'LineString', 'MultiLineString'],
  ...['Polygon', 'MultiPolygon', 'GeometryCollection'],
]);

const notInCollections = ['coordinates', 'geometries', 'geometry', 'properties'];

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
  if (type === undefined || !(isCollection || type === 'Feature' || geometryTypes.has(type)))
    throw new Refusal({ code: 'not-geojson', line, found: { type: type?.slice(0, 40) } });
  if (isCollection && !hasFeatures) throw new Refusal({ code: 'geojson-without-features', line });
  const member = (isCollection ? notInCollections : ['features']).find((name) => members.has(name));
  if (member !== undefined) throw new Refusal({ code: 'geojson-member-misplaced', type, line, member });
  return isCollection || type === 'Feature' ? type : 'geometry';
}
