import type { RingSink } from '#lib/broadband/import/areas/ring-sink.ts';
import type { GeometryOutcome } from '#lib/broadband/import/source-feature.ts';
import { WkbReader } from './wkb.ts';

const headBytes = 8;
/** The bytes of an envelope, by its kind. */
const envelopeBytes = [0, 32, 48, 48, 64];

/** Reads the geometries of a GeoPackage layer: a header, then well-known binary (OGC 12-128r19, 2.1.3). */
export class GeoPackageGeometry {
  readonly #wkb: WkbReader;
  readonly #referenceId: number;

  /** @param referenceId the srs_id of the layer, which each of its geometries must repeat */
  constructor(area: RingSink, referenceId: number) {
    this.#wkb = new WkbReader(area);
    this.#referenceId = referenceId;
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
    if (referenceId !== this.#referenceId)
      return {
        kind: 'wrong',
        fault: { code: 'geometry-other-reference', found: referenceId, layer: this.#referenceId },
      };
    return this.#wkb.read(bytes.subarray(headBytes + envelope));
  }
}
