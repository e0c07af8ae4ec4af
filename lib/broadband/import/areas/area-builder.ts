import { importLimits } from '#lib/broadband/import/import-limits.ts';
import { Extent } from '#lib/broadband/import/projection/extent.ts';
import { Georeference } from '#lib/broadband/import/projection/georeference.ts';
import type { Projector } from '#lib/broadband/import/projection/projector.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { Refusal } from '#lib/refusal.ts';
import { type AreaProblem, ProblemPlaces } from './area-problems.ts';
import { type AreaReport, emptyAreaReport } from './area-report.ts';
import { countPart } from './part-facts.ts';
import { groupRings } from './ring-grouping.ts';
import { cleanRing, isFolded, unwrapRing } from './rings.ts';
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
  /** How many positions it was read from, and how far they reach. */
  readonly positions: number;
  readonly extent: Extent;
  /** Those that are no place in the file's reference system. */
  readonly stray: StrayPositions;
}

const unitsPerDegree = 10_000_000;

/** Of a coordinate's distance from a whole unit: what float64 itself may be off, far below a decimal more. */
const exactly = 1e-3;

/**
 * Takes a feature's positions one by one, whatever the file's format, and makes polygons of whole units: every
 * position is converted to degrees and rounded once (N8), rings are closed, unwrapped and cleaned, and nothing else is
 * touched. Used for one feature after the other; holds 8 bytes a position.
 */
export class AreaBuilder {
  readonly georeference: Georeference;
  #projector: Projector;
  #coordinates = new Int32Array(2048);
  #length = 0;
  /** Where each ring ends among the coordinates, and each polygon among the rings. */
  #ringEnds: number[] = [];
  #polygonEnds: number[] = [];
  /** Whether rings alone were told, of polygons that their directions tell apart. */
  #isUngrouped = false;
  #positionsRounded = 0;
  #positionsConverted = 0;
  #extent = new Extent();
  #stray = new StrayPositions();
  #problems = new ProblemPlaces<AreaProblem>();

  /** @param georeference by which reference system positions are read; degrees of WGS 84 where none is given */
  constructor(georeference: Georeference = new Georeference()) {
    this.georeference = georeference;
    this.#projector = georeference.projector;
  }

  /** Forgets everything and begins a feature. */
  begin(): void {
    this.#projector = this.georeference.projectorInUse();
    this.#length = 0;
    this.#ringEnds = [];
    this.#polygonEnds = [];
    this.#isUngrouped = false;
    this.#positionsRounded = 0;
    this.#positionsConverted = 0;
    this.#extent = new Extent();
    this.#stray = new StrayPositions();
    this.#problems = new ProblemPlaces<AreaProblem>();
  }

  /** The next position of the open ring, as the file writes it. One that is no place is kept aside as stray. */
  addPosition(first: number, second: number): void {
    const projector = this.#projector;
    this.#extent.add(first, second);
    if (!projector.project(first, second)) {
      const ringStart = this.#ringEnds.at(-1) ?? 0;
      this.#stray.add(projector, first, second, this.#ringEnds.length + 1, (this.#length - ringStart) / 2 + 1);
      this.#addUnits(0, 0);
      return;
    }
    const { longitude, latitude } = projector;
    if (!projector.reference.isDegrees) this.#positionsConverted++;
    else if (isBetweenUnits(longitude) || isBetweenUnits(latitude)) this.#positionsRounded++;
    this.#addUnits(toUnitX(longitude), toUnitY(latitude));
  }

  /** The next position of the open ring, where it is computed and no file wrote it: degrees of WGS 84. */
  addComputed(longitude: number, latitude: number): void {
    this.#addUnits(toUnitX(longitude), toUnitY(latitude));
  }

  /**
   * Where a point is around which an area is computed, in degrees.
   *
   * @returns undefined for one that is no place, which is kept aside as stray
   */
  placeCentre(first: number, second: number): { longitude: number; latitude: number } | undefined {
    const projector = this.#projector;
    this.#extent.add(first, second);
    if (projector.project(first, second)) return { longitude: projector.longitude, latitude: projector.latitude };
    this.#stray.add(projector, first, second, 1, 1);
    this.#addUnits(0, 0);
    return undefined;
  }

  endRing(): void {
    this.#ringEnds.push(this.#length);
  }

  endPolygon(): void {
    this.#polygonEnds.push(this.#ringEnds.length);
  }

  /** Says that the rings of the feature are of one or more polygons, which their directions tell apart. */
  endUngroupedRings(): void {
    this.#isUngrouped = true;
  }

  /** The feature's polygons, in memory of their own. */
  build(): BuiltArea {
    const report = emptyAreaReport();
    const faults: string[] = [];
    // positions that could not be read would be measured as holes in the ring
    const parts = this.#stray.count === 0 ? this.#buildParts(report, faults) : [];
    for (const part of parts) countPart(part, report, this.#problems);
    const { places: problems } = this.#problems;
    const positions = this.#length / 2;
    return { parts, report, problems, faults, positions, extent: this.#extent, stray: this.#stray };
  }

  #buildParts(report: AreaReport, faults: string[]): Part[] {
    report.positionsRounded = this.#positionsRounded;
    report.positionsConverted = this.#positionsConverted;
    if (this.#isUngrouped) {
      const rings = this.#ringEnds.map((_, number) => this.#buildRing(number, report, faults));
      return groupRings(rings.filter((ring) => ring.length > 0));
    }
    const parts: Part[] = [];
    let ring = 0;
    for (const polygonEnd of this.#polygonEnds) {
      const part = this.#buildPolygon(ring, polygonEnd, report, faults);
      if (part.length > 0) parts.push(part);
      ring = polygonEnd;
    }
    return parts;
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

  #addUnits(x: number, y: number): void {
    if (this.#length === this.#coordinates.length) this.#grow();
    this.#coordinates[this.#length] = x;
    this.#coordinates[this.#length + 1] = y;
    this.#length += 2;
  }

  #grow(): void {
    if (this.#length / 2 > importLimits.vertices) throw new Refusal(importLimits.tooManyVertices);
    const larger = new Int32Array(Math.ceil(this.#coordinates.length * 0.75) * 2);
    larger.set(this.#coordinates);
    this.#coordinates = larger;
  }
}

function isBetweenUnits(degrees: number): boolean {
  const units = degrees * unitsPerDegree;
  return Math.abs(units - Math.round(units)) > exactly;
}
