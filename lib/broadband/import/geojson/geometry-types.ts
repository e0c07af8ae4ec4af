import type { WithoutArea } from '#lib/broadband/import/source-feature.ts';

/** Geometries that are no areas. */
export const withoutArea: ReadonlySet<string> = new Set<WithoutArea>([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
]);

export function isAreaType(type: string): type is 'Polygon' | 'MultiPolygon' {
  return type === 'Polygon' || type === 'MultiPolygon';
}
