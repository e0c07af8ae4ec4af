import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';

/** Lists within lists, to the position: a Polygon's coordinates are rings of positions, a MultiPolygon's are polygons. */
const nestingOf = { Polygon: 3, MultiPolygon: 4 } as const;

/** Reads one `coordinates` member, list by list, into an area; its type may be told only afterwards. */
export class GeoJsonCoordinates {
  readonly #area: AreaBuilder;
  #depth = 0;
  /** How deep positions lie; 0 until the first one. */
  #positionDepth = 0;
  #numberCount = 0;
  #x = 0;
  #y = 0;
  #isEmptyList = false;
  #fault: string | undefined;

  constructor(area: AreaBuilder) {
    this.#area = area;
  }

  begin(): void {
    this.#area.begin();
    this.#depth = 0;
    this.#positionDepth = 0;
    this.#numberCount = 0;
    this.#isEmptyList = false;
    this.#fault = undefined;
  }

  open(): void {
    if (this.#numberCount > 0) this.#fault ??= 'a position holds a list';
    this.#depth++;
    this.#isEmptyList = true;
  }

  number(value: number): void {
    this.#isEmptyList = false;
    this.#numberCount++;
    // a third number is a height, which has no meaning here
    if (this.#numberCount === 1) this.#x = value;
    else if (this.#numberCount === 2) this.#y = value;
  }

  /** Something that is neither a list nor a number. */
  reject(what: string): void {
    this.#isEmptyList = false;
    this.#fault ??= `they hold ${what}`;
  }

  close(): void {
    if (this.#numberCount > 0) this.#endPosition();
    else if (this.#isEmptyList && this.#depth > 1) this.#fault ??= 'they hold an empty list';
    else if (this.#depth === this.#positionDepth - 1) this.#area.endRing();
    else if (this.#depth === this.#positionDepth - 2) this.#area.endPolygon();
    this.#depth--;
    if (this.#depth > 0) this.#isEmptyList = false;
  }

  /** What is wrong with them as those of `type`; undefined when nothing is. */
  faultAs(type: keyof typeof nestingOf): string | undefined {
    if (this.#fault !== undefined) return this.#fault;
    if (this.isEmpty || this.#positionDepth === nestingOf[type]) return undefined;
    return `a ${type} needs lists within lists, ${nestingOf[type]} deep, and they are ${this.#positionDepth} deep`;
  }

  /** Whether they are `[]`, which RFC 7946 lets stand for no geometry. */
  get isEmpty(): boolean {
    return this.#fault === undefined && this.#positionDepth === 0;
  }

  #endPosition(): void {
    if (this.#numberCount === 1) this.#fault ??= 'a position has one number, and needs two';
    if (this.#positionDepth === 0) this.#positionDepth = this.#depth;
    else if (this.#positionDepth !== this.#depth) this.#fault ??= 'positions lie at different depths';
    if (this.#fault === undefined) this.#area.addPosition(this.#x, this.#y);
    this.#numberCount = 0;
  }
}
