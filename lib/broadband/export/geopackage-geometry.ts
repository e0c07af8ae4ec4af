import { exportedRings } from './exported-polygons.ts';

const unitsPerDegree = 10_000_000;
const isLittleEndian = 1;
const hasEnvelope = 2;
const headBytes = 8;
const envelopeBytes = 32;
const wkbPolygon = 3;

/** A polygon as a GeoPackage stores it (OGC 12-128r19, 2.1.3): header, envelope and well-known binary, WGS 84 in degrees. */
export function geoPackageGeometry(rings: readonly Int32Array[]): { blob: Buffer; box: readonly number[] } {
  const positions = exportedRings(rings).map((ring) => ring.map((units) => units / unitsPerDegree));
  const box = boxOf(positions);
  const size = headBytes + envelopeBytes + 9 + positions.reduce((sum, ring) => sum + 4 + ring.length * 8, 0);
  const blob = Buffer.alloc(size);
  blob.write('GP', 'latin1');
  blob[3] = isLittleEndian | hasEnvelope;
  blob.writeInt32LE(4326, 4);
  let at = headBytes;
  for (const value of box) at = blob.writeDoubleLE(value, at);
  blob[at] = isLittleEndian;
  at = blob.writeUInt32LE(wkbPolygon, at + 1);
  at = blob.writeUInt32LE(positions.length, at);
  for (const ring of positions) {
    at = blob.writeUInt32LE(ring.length / 2, at);
    for (const value of ring) at = blob.writeDoubleLE(value, at);
  }
  return { blob, box };
}

/** West, east, south, north. */
function boxOf(rings: readonly Float64Array[]): readonly number[] {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      west = Math.min(west, ring[at] as number);
      east = Math.max(east, ring[at] as number);
      south = Math.min(south, ring[at + 1] as number);
      north = Math.max(north, ring[at + 1] as number);
    }
  }
  return [west, east, south, north];
}
