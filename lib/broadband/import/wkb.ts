import type { RingSink } from '#lib/broadband/import/areas/area-builder.ts';
import type { GeometryOutcome, WithoutArea } from '#lib/broadband/import/source-feature.ts';

const headBytes = 8;
/** The bytes of an envelope, by its kind. */
const envelopeBytes = [0, 32, 48, 48, 64];

/** Takes the srs_id of a geometry. @throws Refusal for one that is not read, or a second one */
export type DeclareReference = (referenceId: number) => void;

/** Whether an srs_id names a reference system: 0 and -1 mean that it is unknown. */
export function isKnownReference(referenceId: number): boolean {
  return referenceId > 0;
}

/** Reads the geometries of a GeoPackage layer: a header, then well-known binary (OGC 12-128r19, 2.1.3). */
export class GeoPackageGeometry {
  readonly #wkb: WkbReader;
  readonly #referenceId: number;
  readonly #declare: DeclareReference | undefined;

  /**
   * @param referenceId the srs_id of the layer
   * @param declare gets the srs_id of a geometry whose layer has none; undefined if a person chose the reference system,
   * so that what the file says does not matter
   */
  constructor(area: RingSink, referenceId: number, declare: DeclareReference | undefined) {
    this.#wkb = new WkbReader(area);
    this.#referenceId = referenceId;
    this.#declare = declare;
  }

  read(bytes: Buffer): GeometryOutcome {
    const damaged: GeometryOutcome = { kind: 'wrong', fault: { code: 'geometry-not-geopackage' } };
    if (bytes.length < headBytes || bytes.toString('latin1', 0, 2) !== 'GP') return damaged;
    const flags = bytes[3] as number;
    const isLittleEndian = (flags & 1) === 1;
    const envelope = envelopeBytes[(flags >> 1) & 7];
    if (envelope === undefined || bytes.length < headBytes + envelope) return damaged;
    if ((flags & 0x10) !== 0) return { kind: 'none', why: 'no geometry' };
    const referenceId = isLittleEndian ? bytes.readInt32LE(4) : bytes.readInt32BE(4);
    if (this.#declare !== undefined && isKnownReference(referenceId)) {
      const layer = this.#referenceId;
      if (!isKnownReference(layer)) this.#declare(referenceId);
      else if (referenceId !== layer)
        return { kind: 'wrong', fault: { code: 'geometry-other-reference', found: referenceId, layer } };
    }
    return this.#wkb.read(bytes.subarray(headBytes + envelope));
  }
}

const withoutArea: ReadonlyMap<number, WithoutArea> = new Map([
  [1, 'Point'],
  [2, 'LineString'],
  [4, 'MultiPoint'],
  [5, 'MultiLineString'],
]);

const point = 1;
const line = 2;
const polygon = 3;
const multiPolygon = 6;
const collection = 7;
const multiSurface = 12;

/** Collections in collections; no program nests them deeper. */
const deepest = 16;

/** Geometries that are not polygons with straight edges. */
const notStraight: ReadonlyMap<number, string> = new Map([
  [8, 'CircularString'],
  [9, 'CompoundCurve'],
  [10, 'CurvePolygon'],
  [11, 'MultiCurve'],
  [15, 'PolyhedralSurface'],
  [16, 'TIN'],
  [17, 'Triangle'],
]);

/** PostGIS writes a reference system before the geometry. */
const referenceFlag = 0x20000000;

/** The reference system that PostGIS wrote before a geometry. */
export function getWkbReference(bytes: Buffer): number | undefined {
  if (bytes.length < 9) return undefined;
  const read = (at: number) => (bytes[0] === 1 ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  return read(1) & referenceFlag ? read(5) : undefined;
}

class Damaged extends Error {}

/**
 * Reads one geometry in well-known binary of OGC, ISO (types above 1000 have heights or measures) or PostGIS. The
 * polygons in a collection are its areas; points and lines among them are skipped.
 */
export class WkbReader {
  readonly #area: RingSink;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #isLittleEndian = true;
  constructor(area: RingSink) {
    this.#area = area;
  }

  read(bytes: Buffer): GeometryOutcome {
    this.#bytes = bytes;
    this.#at = 0;
    this.#area.begin();
    try {
      return this.#readGeometry(0);
    } catch (fault) {
      if (fault instanceof Damaged) return { kind: 'wrong', fault: { code: 'geometry-damaged' } };
      throw fault;
    }
  }

  #readGeometry(depth: number): GeometryOutcome {
    const { type, dimensions } = this.#readType();
    if (type === polygon)
      return this.#readPolygon(dimensions) ? { kind: 'areas' } : { kind: 'none', why: 'no geometry' };
    if (type === collection) return this.#readMembers(depth);
    if (type === multiPolygon || type === multiSurface) return this.#readPolygons();
    const why = withoutArea.get(type);
    if (why === undefined) return refuseCurves(type);
    this.#skip(type, dimensions);
    return { kind: 'none', why };
  }

  #readPolygons(): GeometryOutcome {
    let isEmpty = true;
    for (let left = this.#readCount(9); left > 0; left--) {
      const { type, dimensions } = this.#readType();
      if (type !== polygon) return refuseCurves(type);
      if (this.#readPolygon(dimensions)) isEmpty = false;
    }
    return isEmpty ? { kind: 'none', why: 'no geometry' } : { kind: 'areas' };
  }

  #readMembers(depth: number): GeometryOutcome {
    if (depth === deepest) throw new Damaged();
    let outcome: GeometryOutcome = { kind: 'none', why: 'GeometryCollection' };
    for (let left = this.#readCount(5); left > 0; left--) {
      const member = this.#readGeometry(depth + 1);
      if (member.kind === 'wrong') return member;
      if (member.kind === 'areas') outcome = member;
    }
    return outcome;
  }

  /** Passes over points or lines. */
  #skip(type: number, dimensions: number): void {
    if (type === point || type === line) {
      this.#at += (type === point ? 1 : this.#readCount(dimensions * 8)) * dimensions * 8;
      if (this.#at > this.#bytes.length) throw new Damaged();
      return;
    }
    for (let left = this.#readCount(5); left > 0; left--) {
      const member = this.#readType();
      if (member.type !== point && member.type !== line) throw new Damaged();
      this.#skip(member.type, member.dimensions);
    }
  }

  /** @returns whether it has any ring */
  #readPolygon(dimensions: number): boolean {
    const rings = this.#readCount(4);
    for (let left = rings; left > 0; left--) {
      const positions = this.#readCount(dimensions * 8);
      for (let position = 0; position < positions; position++) {
        this.#area.addPosition(this.#readDouble(this.#at), this.#readDouble(this.#at + 8));
        this.#at += dimensions * 8;
      }
      this.#area.endRing();
    }
    if (rings > 0) this.#area.endPolygon();
    return rings > 0;
  }

  #readType(): { type: number; dimensions: number } {
    if (this.#at + 5 > this.#bytes.length) throw new Damaged();
    const order = this.#bytes[this.#at++];
    if (order !== 0 && order !== 1) throw new Damaged();
    this.#isLittleEndian = order === 1;
    const code = this.#readUnsigned();
    // PostGIS flags heights, measures and a reference system in the highest bits, ISO adds thousands to the type
    const flags = (code & 0x80000000 ? 1 : 0) + (code & 0x40000000 ? 1 : 0);
    if (code & referenceFlag) this.#readUnsigned();
    const plain = code & 0x1fffffff;
    const thousands = Math.floor(plain / 1000);
    if (thousands > 3) throw new Damaged();
    return { type: plain % 1000, dimensions: 2 + flags + (thousands === 3 ? 2 : Math.min(thousands, 1)) };
  }

  /** A count of elements that take at least `least` bytes each. */
  #readCount(least: number): number {
    const count = this.#readUnsigned();
    if (count * least > this.#bytes.length - this.#at) throw new Damaged();
    return count;
  }

  #readUnsigned(): number {
    const at = this.#at;
    if (at + 4 > this.#bytes.length) throw new Damaged();
    this.#at += 4;
    return this.#isLittleEndian ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #readDouble(at: number): number {
    return this.#isLittleEndian ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at);
  }
}

function refuseCurves(type: number): GeometryOutcome {
  const name = notStraight.get(type);
  if (name === undefined) throw new Damaged();
  return { kind: 'wrong', fault: { code: 'geometry-not-straight', type: name } };
}
