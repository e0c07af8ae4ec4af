import type { RingSink } from '#lib/broadband/import/areas/ring-sink.ts';
import type { GeometryOutcome } from '#lib/broadband/import/source-feature.ts';
import { WkbReader } from './wkb.ts';

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
