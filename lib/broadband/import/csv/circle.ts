import geodesic from 'geographiclib-geodesic';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';

/** Allowed radii, in metres. */
export const radiusRange = { least: 10, most: 100_000 } as const;

const mostSides = 1024;
const fewestSides = 8;
/** How far chords may be from the circle. The rest of a metre is for their edges, which are straight lines in degrees. */
const chordMetres = 0.9;

/** How many sides keep a regular polygon within a metre of its circle. @param radius in metres */
export function sidesOf(radius: number): number {
  const sides = Math.ceil(Math.PI / Math.acos(1 - Math.min(1, chordMetres / radius)));
  return Math.min(mostSides, Math.max(fewestSides, sides));
}

/**
 * Adds the polygon of a circle on the ellipsoid. Hills, trees and houses are not considered.
 *
 * @param radius in metres, within `radiusRange`
 */
export function addCircle(area: AreaBuilder, longitude: number, latitude: number, radius: number): void {
  const sides = sidesOf(radius);
  for (let side = 0; side <= sides; side++) {
    // clockwise from the north; the last position is exactly the first
    const azimuth = side === sides ? 0 : (side * 360) / sides;
    const { lat2 = 0, lon2 = 0 } = geodesic.Geodesic.WGS84.Direct(latitude, longitude, azimuth, radius);
    area.addComputed(lon2, lat2);
  }
  area.endRing();
  area.endPolygon();
}
