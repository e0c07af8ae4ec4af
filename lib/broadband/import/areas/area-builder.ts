import { Georeference } from '#lib/broadband/import/projection/georeference.ts';
import { Extent } from '#lib/broadband/import/projection/location.ts';
import type { Projector } from '#lib/broadband/import/projection/projector.ts';
import { importLimits } from '#lib/broadband/import/source-file.ts';
import { SERVICE_BOX, toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import { type AreaProblem, type AreaReport, emptyAreaReport, ProblemPlaces } from './area-report.ts';
import { groupRings } from './ring-grouping.ts';
import { cleanRing, isFolded, unwrapRing } from './rings.ts';
import { isSliver } from './sliver.ts';

/** The polygons of one feature, and what is wrong with them. */
export interface BuiltArea {
  readonly parts: readonly Part[];
  readonly report: Readonly<AreaReport>;
  /** Where the problems that the report counts are. */
  readonly problems: readonly AreaProblem[];
  readonly faults: readonly Reason[];
  /** How many positions it was built from, and their extent. */
  readonly positions: number;
  readonly extent: Extent;
  /** Positions that do not exist in the file's reference system. */
  readonly stray: StrayPositions;
}

const unitsPerDegree = 10_000_000;

/** How far from a whole unit a coordinate may be by the error of float64 alone; far less than one more decimal. */
const exactly = 1e-3;

/**
 * Builds the polygons of a feature from its positions, whatever the file's format: every position is converted to
 * degrees and rounded once to whole units (N8), rings are closed, unwrapped and cleaned, and nothing else is changed.
 * One builder is used for one feature after the other, and takes 8 bytes a position.
 */
export class AreaBuilder {
  readonly georeference: Georeference;
  #projector: Projector;
  #coordinates = new Int32Array(2048);
  #length = 0;
  /** Where each ring ends in the coordinates, and each polygon in the rings. */
  #ringEnds: number[] = [];
  #polygonEnds: number[] = [];
  /** Whether only rings were given, and their directions say which polygon they belong to. */
  #isUngrouped = false;
  #positionsRounded = 0;
  #positionsConverted = 0;
  #extent = new Extent();
  #stray = new StrayPositions();
  #problems = new ProblemPlaces<AreaProblem>();

  /** @param georeference the reference system of the positions; degrees of WGS 84 without one */
  constructor(georeference: Georeference = new Georeference()) {
    this.georeference = georeference;
    this.#projector = georeference.projector;
  }

  /** Begins a new feature. */
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

  /** Adds a position to the open ring, as the file writes it. One that does not exist is counted as stray. */
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

  /** Adds a computed position to the open ring, in degrees of WGS 84. */
  addComputed(longitude: number, latitude: number): void {
    this.#addUnits(toUnitX(longitude), toUnitY(latitude));
  }

  /** The point around which an area is computed, in degrees; undefined if it does not exist, which counts as stray. */
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

  /** Ends a feature whose rings belong to one or more polygons, according to their directions. */
  endUngroupedRings(): void {
    this.#isUngrouped = true;
  }

  /** The polygons of the feature, in memory that the next feature does not reuse. */
  build(): BuiltArea {
    const report = emptyAreaReport();
    const faults: Reason[] = [];
    // a ring without its stray positions would have another shape
    const parts = this.#stray.count === 0 ? this.#buildParts(report, faults) : [];
    for (const part of parts) countPart(part, report, this.#problems);
    const { places: problems } = this.#problems;
    const positions = this.#length / 2;
    return { parts, report, problems, faults, positions, extent: this.#extent, stray: this.#stray };
  }

  #buildParts(report: AreaReport, faults: Reason[]): Part[] {
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

  #buildPolygon(firstRing: number, endRing: number, report: AreaReport, faults: Reason[]): Part {
    const rings: Int32Array[] = [];
    for (let number = firstRing; number < endRing; number++) {
      const ring = this.#buildRing(number, report, faults);
      // without its outer ring, a polygon has only holes left
      if (ring.length === 0 && number === firstRing) return [];
      if (ring.length > 0) rings.push(ring);
    }
    return rings;
  }

  #buildRing(number: number, report: AreaReport, faults: Reason[]): Int32Array {
    const start = this.#ringEnds[number - 1] ?? 0;
    const end = this.#ringEnds[number] ?? start;
    const written = this.#coordinates.subarray(start, end);
    const isOpen = written[0] !== written.at(-2) || written[1] !== written.at(-1);
    const positions = written.length / 2 + (isOpen ? 1 : 0);
    const refuse = (reason: Reason) => {
      faults.push(reason);
      return written.subarray(0, 0);
    };
    if (positions < 4) return refuse({ code: 'ring-too-short', ring: number + 1, positions, isClosed: !isOpen });
    const ring = new Int32Array(positions * 2);
    ring.set(written);
    ring.copyWithin(ring.length - 2, 0, 2);
    const unwrapped = unwrapRing(ring);
    if (!unwrapped.ok) return refuse({ code: unwrapped.reason, ring: number + 1 });
    if (isFolded(ring, unwrapped.isMoved)) return refuse({ code: 'ring-around-globe', ring: number + 1 });
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
    if (this.#length / 2 > importLimits.vertices)
      throw new Refusal({ code: 'too-many-vertices', most: importLimits.vertices });
    const larger = new Int32Array(Math.ceil(this.#coordinates.length * 0.75) * 2);
    larger.set(this.#coordinates);
    this.#coordinates = larger;
  }
}

function isBetweenUnits(degrees: number): boolean {
  const units = degrees * unitsPerDegree;
  return Math.abs(units - Math.round(units)) > exactly;
}

/** How many stray positions of a feature are described one by one; the others are counted. */
const described = 20;

/** Positions that do not exist in their reference system: all counted, the first ones described. */
class StrayPositions {
  count = 0;
  readonly faults: Reason[] = [];

  /** Takes a position as the file writes it; `ring` and `position` are counted from 1. */
  add({ reference, isSwapped }: Projector, first: number, second: number, ring: number, position: number): void {
    this.count++;
    if (this.faults.length === described) return;
    const [x, y] = isSwapped ? [second, first] : [first, second];
    const { code, range } = reference;
    const axis = y >= range.south && y <= range.north ? 'x' : 'y';
    this.faults.push({
      code: 'position-stray',
      axis,
      value: String(axis === 'x' ? x : y),
      reference: code,
      ring,
      position,
    });
  }
}

/** Counts a polygon, and notes where it is if a person may want to check it. */
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

/** One polygon: its outer ring, then its holes, each x0, y0, x1, y1, … in units of 1e-7 degree, closed. */
export type Part = readonly Int32Array[];

/** Takes the rings of a geometry while a reader finds them. */
export interface RingSink {
  /** A new geometry begins. */
  begin(): void;
  addPosition(x: number, y: number): void;
  endRing(): void;
  endPolygon(): void;
}
