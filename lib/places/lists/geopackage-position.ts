import { WkbReader } from '#lib/broadband/import/wkb.ts';
import { type Position, RingCollector } from '#lib/places/inner-point.ts';

const headBytes = 8;
/** The bytes of an envelope, by its kind. */
const envelopeBytes = [0, 32, 48, 48, 64];
const pointBytes = 21;

/**
 * The point of a GeoPackage geometry (a header, then well-known binary: OGC 12-128r19, 2.1.3), or one inside its area.
 *
 * @returns undefined for any other geometry, and for one that is empty or damaged
 */
export function positionInGeometry(bytes: Buffer): Position | undefined {
  if (bytes.length < headBytes || bytes.toString('latin1', 0, 2) !== 'GP') return undefined;
  const flags = bytes.readUInt8(3);
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (envelope === undefined || bytes.length < headBytes + envelope) return undefined;
  const body = bytes.subarray(headBytes + envelope);
  return pointOf(body) ?? innerPointOf(body);
}

function pointOf(body: Buffer): Position | undefined {
  if (body.length < pointBytes) return undefined;
  const isLittleEndian = body.readUInt8(0) === 1;
  const type = isLittleEndian ? body.readUInt32LE(1) : body.readUInt32BE(1);
  // ISO adds thousands for heights and measures
  if (type % 1000 !== 1) return undefined;
  const [x, y] = [5, 13].map((at) => (isLittleEndian ? body.readDoubleLE(at) : body.readDoubleBE(at)));
  return x === undefined || y === undefined || Number.isNaN(x) ? undefined : { x, y };
}

function innerPointOf(body: Buffer): Position | undefined {
  const rings = new RingCollector();
  return new WkbReader(rings).read(body).kind === 'areas' ? rings.innerPoint() : undefined;
}
