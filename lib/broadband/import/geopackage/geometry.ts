import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { WkbOutcome } from './wkb.ts';
import { WkbReader } from './wkb.ts';

const headBytes = 8;
/** How many bytes an envelope takes, by its kind. */
const envelopeBytes = [0, 32, 48, 48, 64];

/** Reads the geometries of a GeoPackage's layer: a head of its own, then well-known binary (OGC 12-128r19, 2.1.3). */
export class GeoPackageGeometry {
  readonly #wkb: WkbReader;
  readonly #referenceId: number;

  /** @param referenceId the layer's srs_id, which each of its geometries repeats */
  constructor(area: AreaBuilder, referenceId: number) {
    this.#wkb = new WkbReader(area);
    this.#referenceId = referenceId;
  }

  read(bytes: Buffer): WkbOutcome {
    const damaged: WkbOutcome = { kind: 'wrong', fault: 'its geometry is none of a GeoPackage' };
    if (bytes.length < headBytes || bytes.toString('latin1', 0, 2) !== 'GP') return damaged;
    const flags = bytes[3] as number;
    const isLittleEndian = (flags & 1) === 1;
    const envelope = envelopeBytes[(flags >> 1) & 7];
    if (envelope === undefined || bytes.length < headBytes + envelope) return damaged;
    if ((flags & 0x10) !== 0) return { kind: 'none', why: 'no geometry' };
    const referenceId = isLittleEndian ? bytes.readInt32LE(4) : bytes.readInt32BE(4);
    if (referenceId !== this.#referenceId) {
      const fault = `its geometry is in srs_id ${referenceId}, but the layer in ${this.#referenceId}`;
      return { kind: 'wrong', fault };
    }
    return this.#wkb.read(bytes.subarray(headBytes + envelope));
  }
}
