import { Refusal } from '#lib/refusal.ts';
import type { GeoJsonFeature } from './feature.ts';

const geometryTypes = new Set([
  ...['Point', 'MultiPoint', 'LineString', 'MultiLineString'],
  ...['Polygon', 'MultiPolygon', 'GeometryCollection'],
]);

const notInCollections = ['coordinates', 'geometries', 'geometry', 'properties'];

/**
 * What a file's outermost object is, once it has ended.
 *
 * @param hasFeatures whether it has a list of features
 * @throws Refusal when it is no GeoJSON, or has members that belong to another type (RFC 7946, 7.1)
 */
export function requireRootKind(
  { type, members, line }: Pick<GeoJsonFeature, 'type' | 'members' | 'line'>,
  hasFeatures: boolean,
): 'FeatureCollection' | 'Feature' | 'geometry' {
  if (type === undefined) {
    throw new Refusal(`The file is JSON, but not GeoJSON: the object on line ${line} has no "type".`);
  }
  const refuseMember = (name: string) => {
    throw new Refusal(`The ${type} on line ${line} has a "${name}" member, which it must not have.`);
  };
  if (type === 'FeatureCollection') {
    if (!hasFeatures) throw new Refusal(`The FeatureCollection on line ${line} has no list of "features".`);
    const wrong = notInCollections.find((name) => members.has(name));
    if (wrong !== undefined) refuseMember(wrong);
    return type;
  }
  if (type !== 'Feature' && !geometryTypes.has(type)) {
    throw new Refusal(
      `The file is JSON, but not GeoJSON: "type" is ${JSON.stringify(type.slice(0, 40))} on line ${line}.`,
    );
  }
  if (members.has('features')) refuseMember('features');
  return type === 'Feature' ? type : 'geometry';
}
