import { SERVICE_BOX, toUnitX, toUnitY } from '../point.ts';
import { type AreaProblem, ProblemPlaces } from './area-problems.ts';
import { type AreaReport, emptyAreaReport } from './area-report.ts';
import { cleanRing, unwrapRing } from './rings.ts';
import { isSliver } from './sliver.ts';
import { StrayPositions } from './stray-positions.ts';

/** One polygon: its outer ring and holes, each x0, y0, x1, y1, … in units of 1e-7 degree, closed. */
export type Part = readonly Int32Array[];

/** The polygons of one feature, or what is wrong with them: one sentence for each place. */
export interface BuiltArea {
  readonly parts: readonly Part[];
  readonly report: Readonly<AreaReport>;
  /** Where what the report counts lies. */
  readonly problems: readonly AreaProblem[];
  readonly faults: readonly string[];
  /** How many positions it was read from. */
  readonly positions: number;
  /** Those that are no longitude and latitude. */
  readonly stray: StrayPositions;
}

const unitsPerDegree = 10_000_000;

/** Of a coordinate's distance from a whole unit: what float64 itself may be off, far below a decimal more. */
const exactly = 1e-3;

/**
 * Takes a feature's positions one by one, whatever the file's format, and makes polygons of whole units: every
 * coordinate is rounded once (N8), rings are closed, unwrapped and cleaned, and nothing else is touched. Used for one
 * feature after the other; holds 8 bytes a position.
 */
export class AreaBuilder {
  #coordinates = new Int32Array(2048);
  #length = 0;
  /** Where each ring ends among the coordinates, and each polygon among the rings. */
  #ringEnds: number[] = [];
  #polygonEnds: number[] = [];
  #positionsRounded = 0;
  #stray = new StrayPositions();
  #problems = new ProblemPlaces<AreaProblem>();

  /** Forgets everything and begins a feature. */
  begin(): void {
    this.#length = 0;
    this.#ringEnds = [];
    this.#polygonEnds = [];
    this.#positionsRounded = 0;
    this.#stray = new StrayPositions();
    this.#problems = new ProblemPlaces<AreaProblem>();
  }

  /** The next position of the open ring, in degrees. One that is none on Earth is kept aside as stray. */
  addPosition(longitude: number, latitude: number): void {
    if (this.#length === this.#coordinates.length) this.#grow();
    if (longitude >= -180 && longitude <= 360 && latitude >= -90 && latitude <= 90) {
      const x = toUnitX(longitude);
      const y = toUnitY(latitude);
      if (isBetweenUnits(longitude) || isBetweenUnits(latitude)) this.#positionsRounded++;
      this.#coordinates[this.#length] = x;
      this.#coordinates[this.#length + 1] = y;
    } else {
      const ringStart = this.#ringEnds.at(-1) ?? 0;
      this.#stray.add(longitude, latitude, this.#ringEnds.length + 1, (this.#length - ringStart) / 2 + 1);
    }
    this.#length += 2;
  }

  endRing(): void {
    this.#ringEnds.push(this.#length);
  }

  endPolygon(): void {
    this.#polygonEnds.push(this.#ringEnds.length);
  }

  /** The feature's polygons, in memory of their own. */
  build(): BuiltArea {
    const report = emptyAreaReport();
    const faults: string[] = [];
    const parts: Part[] = [];
    // positions that could not be read would be measured as holes in the ring
    if (this.#stray.count === 0) {
      report.positionsRounded = this.#positionsRounded;
      let ring = 0;
      for (const polygonEnd of this.#polygonEnds) {
        const part = this.#buildPolygon(ring, polygonEnd, report, faults);
        if (part.length > 0) parts.push(part);
        ring = polygonEnd;
      }
    }
    for (const part of parts) countPart(part, report, this.#problems);
    const { places: problems } = this.#problems;
    return { parts, report, problems, faults, positions: this.#length / 2, stray: this.#stray };
  }

  #buildPolygon(firstRing: number, endRing: number, report: AreaReport, faults: string[]): Part {
    const rings: Int32Array[] = [];
    for (let number = firstRing; number < endRing; number++) {
      const ring = this.#buildRing(number, report, faults);
      // what is left of a polygon without its outer ring are holes in nothing
      if (ring.length === 0 && number === firstRing) return [];
      if (ring.length > 0) rings.push(ring);
    }
    return rings;
  }

  #buildRing(number: number, report: AreaReport, faults: string[]): Int32Array {
    const start = this.#ringEnds[number - 1] ?? 0;
    const end = this.#ringEnds[number] ?? start;
    const written = this.#coordinates.subarray(start, end);
    const isOpen = written[0] !== written.at(-2) || written[1] !== written.at(-1);
    const positions = written.length / 2 + (isOpen ? 1 : 0);
    if (positions < 4) {
      const count = `${positions} position${positions === 1 ? '' : 's'}${isOpen ? ' once closed' : ''}`;
      faults.push(`ring ${number + 1} has ${count}, and a ring needs at least 4`);
      return written.subarray(0, 0);
    }
    const ring = new Int32Array(positions * 2);
    ring.set(written);
    ring.copyWithin(ring.length - 2, 0, 2);
    const unwrapped = unwrapRing(ring);
    if (!unwrapped.ok) {
      faults.push(`ring ${number + 1} ${unwrapped.reason}`);
      return written.subarray(0, 0);
    }
    if (isFolded(ring, unwrapped.isMoved)) {
      faults.push(`ring ${number + 1} goes around the whole globe: cut it to New Zealand (160 to 185)`);
      return written.subarray(0, 0);
    }
    const place = { x: ring[0] as number, y: ring[1] as number };
    if (isOpen) {
      report.ringsClosed++;
      this.#problems.add({ kind: 'ring closed', ...place });
    }
    if (unwrapped.isMoved) {
      report.ringsUnwrapped++;
      this.#problems.add({ kind: 'ring unwrapped', ...place });
    }
    const clean = cleanRing(ring);
    if (clean.length === 0) {
      report.ringsVanished++;
      this.#problems.add({ kind: 'ring without area dropped', ...place });
    } else if (clean.length < ring.length) {
      report.pointsRemoved += (ring.length - clean.length) / 2;
      this.#problems.add({ kind: 'points removed', ...place });
    }
    return clean;
  }

  #grow(): void {
    const larger = new Int32Array(Math.ceil(this.#coordinates.length * 0.75) * 2);
    larger.set(this.#coordinates);
    this.#coordinates = larger;
  }
}

function isBetweenUnits(degrees: number): boolean {
  const units = degrees * unitsPerDegree;
  return Math.abs(units - Math.round(units)) > exactly;
}

/** Whether a ring from -180 to 180, or from 0 to 360, has come to lie on one meridian. */
function isFolded(ring: Int32Array, isMoved: boolean): boolean {
  const x = ring[0] as number;
  if (!isMoved && x !== 0) return false;
  for (let at = 2; at < ring.length; at += 2) if (ring[at] !== x) return false;
  return true;
}

function countPart(part: Part, report: AreaReport, problems: ProblemPlaces<AreaProblem>): void {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of part) {
    report.vertices += ring.length / 2;
    for (let at = 0; at < ring.length; at += 2) {
      const x = ring[at] as number;
      const y = ring[at + 1] as number;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  report.parts++;
  const place = { x: part[0]?.[0] ?? 0, y: part[0]?.[1] ?? 0 };
  const box = SERVICE_BOX;
  if (maxX < box.minX || minX > box.maxX || maxY < box.minY || minY > box.maxY) {
    report.partsOutside++;
    problems.add({ kind: 'outside the service area', ...place });
  } else if (minX < box.minX || maxX > box.maxX || minY < box.minY || maxY > box.maxY) {
    report.partsPartlyOutside++;
    problems.add({ kind: 'partly outside the service area', ...place });
  }
  if (isSliver(part)) {
    report.slivers++;
    problems.add({ kind: 'sliver', ...place });
  }
}
