import type { RingSink } from '#lib/broadband/import/areas/area-builder.ts';
import type { WithoutArea } from '#lib/broadband/import/source-feature.ts';
import type { CoordinatesProblem } from '#lib/words/coverage/content.ts';

/** How deep lists are nested, down to the position: a Polygon has rings of positions, a MultiPolygon polygons of rings. */
const nestingOf = { Polygon: 3, MultiPolygon: 4 } as const;

/** Reads one `coordinates` member, list by list, into an area; its type may follow only afterwards. */
export class GeoJsonCoordinates {
  readonly #area: RingSink;
  #depth = 0;
  /** How deep the positions are; 0 before the first one. */
  #positionDepth = 0;
  #numberCount = 0;
  #x = 0;
  #y = 0;
  #isEmptyList = false;
  #problem: CoordinatesProblem | undefined;

  constructor(area: RingSink) {
    this.#area = area;
  }

  begin(): void {
    this.#area.begin();
    this.#depth = 0;
    this.#positionDepth = 0;
    this.#numberCount = 0;
    this.#isEmptyList = false;
    this.#problem = undefined;
  }

  open(): void {
    if (this.#numberCount > 0) this.#problem ??= { kind: 'list-in-position' };
    this.#depth++;
    this.#isEmptyList = true;
  }

  number(value: number): void {
    this.#isEmptyList = false;
    this.#numberCount++;
    // a third number is a height, which is ignored
    if (this.#numberCount === 1) this.#x = value;
    else if (this.#numberCount === 2) this.#y = value;
  }

  /** An element that is neither a list nor a number. */
  reject(found: string): void {
    this.#isEmptyList = false;
    this.#problem ??= { kind: 'element', found };
  }

  close(): void {
    if (this.#numberCount > 0) this.#endPosition();
    else if (this.#isEmptyList && this.#depth > 1) this.#problem ??= { kind: 'element', found: 'an empty list' };
    else if (this.#depth === this.#positionDepth - 1) this.#area.endRing();
    else if (this.#depth === this.#positionDepth - 2) this.#area.endPolygon();
    this.#depth--;
    if (this.#depth > 0) this.#isEmptyList = false;
  }

  /** Why they cannot be the coordinates of `type`; undefined if they can. */
  problemAs(type: keyof typeof nestingOf): CoordinatesProblem | undefined {
    if (this.#problem !== undefined) return this.#problem;
    if (this.isEmpty || this.#positionDepth === nestingOf[type]) return undefined;
    return { kind: 'nesting', expected: nestingOf[type], found: this.#positionDepth };
  }

  /** Whether they are `[]`, which RFC 7946 allows to mean no geometry. */
  get isEmpty(): boolean {
    return this.#problem === undefined && this.#positionDepth === 0;
  }

  #endPosition(): void {
    if (this.#numberCount === 1) this.#problem ??= { kind: 'single-number' };
    if (this.#positionDepth === 0) this.#positionDepth = this.#depth;
    else if (this.#positionDepth !== this.#depth) this.#problem ??= { kind: 'depths' };
    if (this.#problem === undefined) this.#area.addPosition(this.#x, this.#y);
    this.#numberCount = 0;
  }
}

/** Geometries that are no areas. */
export const withoutArea: ReadonlySet<string> = new Set<WithoutArea>([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
]);

export function isAreaType(type: string): type is 'Polygon' | 'MultiPolygon' {
  return type === 'Polygon' || type === 'MultiPolygon';
}
