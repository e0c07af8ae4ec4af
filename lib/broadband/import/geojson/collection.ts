import type { RingSink } from '#lib/broadband/import/areas/area-builder.ts';
import type { Reason } from '#lib/refusal.ts';
import { GeoJsonCoordinates, isAreaType, withoutArea } from './coordinates.ts';

/** Rings that are held until the type of their geometry is known, which may follow its coordinates. */
class HeldRings implements RingSink {
  #positions: number[] = [];
  #ringEnds: number[] = [];
  #polygonEnds: number[] = [];

  begin(): void {
    this.#positions = [];
    this.#ringEnds = [];
    this.#polygonEnds = [];
  }

  addPosition(x: number, y: number): void {
    this.#positions.push(x, y);
  }

  endRing(): void {
    this.#ringEnds.push(this.#positions.length);
  }

  endPolygon(): void {
    this.#polygonEnds.push(this.#ringEnds.length);
  }

  handTo(sink: RingSink): void {
    let position = 0;
    let ring = 0;
    for (const polygonEnd of this.#polygonEnds) {
      for (; ring < polygonEnd; ring++) {
        for (const end = this.#ringEnds[ring] ?? 0; position < end; position += 2)
          sink.addPosition(this.#positions[position] ?? 0, this.#positions[position + 1] ?? 0);
        sink.endRing();
      }
      sink.endPolygon();
    }
  }
}

/** A member of a GeometryCollection while it is read. */
interface Member {
  type: string | undefined;
  hasCoordinates: boolean;
  hasMembers: boolean;
}

/**
 * The geometries of a GeometryCollection while they are read, at any depth. Its polygons go into the area of the feature;
 * points and lines among them are skipped.
 */
export class GeoJsonCollection {
  readonly coordinates: GeoJsonCoordinates;
  readonly #area: RingSink;
  readonly #held = new HeldRings();
  readonly #open: Member[] = [];
  #hasAreas = false;
  #faults: Reason[] = [];

  constructor(area: RingSink) {
    this.#area = area;
    this.coordinates = new GeoJsonCoordinates(this.#held);
  }

  /** Whether any of its geometries is an area. */
  get hasAreas(): boolean {
    return this.#hasAreas;
  }

  get faults(): readonly Reason[] {
    return this.#faults;
  }

  /** A new collection begins, or one inside a member of it. */
  begin(): void {
    const member = this.#open.at(-1);
    if (member !== undefined) {
      member.hasMembers = true;
      return;
    }
    this.#area.begin();
    this.#hasAreas = false;
    this.#faults = [];
  }

  openMember(): void {
    this.#open.push({ type: undefined, hasCoordinates: false, hasMembers: false });
  }

  takeType(type: string): void {
    const member = this.#open.at(-1);
    if (member !== undefined) member.type = type;
  }

  beginCoordinates(): void {
    const member = this.#open.at(-1);
    if (member === undefined) return;
    if (member.hasCoordinates) this.#faults.push({ code: 'member-twice', member: 'coordinates', owner: 'geometry' });
    member.hasCoordinates = true;
    this.coordinates.begin();
  }

  closeMember(): void {
    const member = this.#open.pop();
    if (member === undefined) return;
    const { type, hasCoordinates, hasMembers } = member;
    if (type !== undefined && isAreaType(type)) {
      if (!hasCoordinates) this.#faults.push({ code: 'coordinates-missing' });
      else this.#addArea(type);
    } else if (type === 'GeometryCollection') {
      if (!hasMembers) this.#faults.push({ code: 'geometries-missing' });
    } else if (type === undefined || !withoutArea.has(type)) {
      this.#faults.push({ code: 'geometry-type', found: type?.slice(0, 40) });
    }
  }

  /** A member that is not an object. */
  reject(found: string): void {
    this.#faults.push({ code: 'member-wrong', member: 'geometries', owner: 'geometry', found: found.slice(0, 60) });
  }

  #addArea(type: 'Polygon' | 'MultiPolygon'): void {
    const problem = this.coordinates.problemAs(type);
    if (problem !== undefined) {
      this.#faults.push({ code: 'coordinates-wrong', type, problem });
    } else if (!this.coordinates.isEmpty) {
      this.#held.handTo(this.#area);
      this.#hasAreas = true;
    }
  }
}
