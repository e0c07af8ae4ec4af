import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The path of the tile at a position and zoom, in the usual scheme, without its ending. */
export function tilePath(setId: number, longitude: number, latitude: number, z: number): string {
  const phi = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * 2 ** z);
  return `/tiles/${setId}/${z}/${x}/${y}`;
}

/** The properties of the features of a vector tile, in their order. */
export function featuresOf(body: Uint8Array): Record<string, unknown>[] {
  const layer = new VectorTile(new PbfReader(body)).layers.coverage;
  if (layer === undefined) return [];
  return Array.from({ length: layer.length }, (_, at) => ({ ...layer.feature(at).properties }));
}

/** Width and height of a PNG in pixels. */
export function sizeOfPng(body: Buffer): [width: number, height: number] {
  if (body.toString('latin1', 1, 4) !== 'PNG') throw new Error(`This is no PNG: ${body.toString('latin1', 0, 40)}`);
  return [body.readUInt32BE(16), body.readUInt32BE(20)];
}
