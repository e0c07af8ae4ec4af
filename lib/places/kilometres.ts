interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const kilometresPerDegree = 111.2;

/** The distance of two points in kilometres, on a flat map: right to about a percent between places of one region. */
export function kilometresBetween(one: Point, other: Point): number {
  const shrink = Math.cos((one.latitude * Math.PI) / 180);
  const apart = Math.abs(one.longitude - other.longitude);
  const east = Math.min(apart, 360 - apart) * shrink;
  return Math.hypot(one.latitude - other.latitude, east) * kilometresPerDegree;
}
