/** How many stray positions of a feature are described one by one; the rest are counted. */
const described = 20;

/** Positions that are no longitude and latitude: each described, all measured, so that what they may be can be named. */
export class StrayPositions {
  count = 0;
  readonly descriptions: string[] = [];
  /** Of how many the two numbers could stand the other way round. */
  swapped = 0;
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;

  /** `ring` and `position` are counted from 1. */
  add(x: number, y: number, ring: number, position: number): void {
    if (this.count < described) this.descriptions.push(`${sentenceFor(x, y)} (ring ${ring}, position ${position})`);
    this.count++;
    if (Math.abs(x) <= 90 && y >= -180 && y <= 360) this.swapped++;
    this.#widen(x, y, x, y);
  }

  /** Takes in those of another feature. */
  merge(other: StrayPositions): void {
    this.count += other.count;
    this.swapped += other.swapped;
    this.#widen(other.minX, other.minY, other.maxX, other.maxY);
  }

  #widen(minX: number, minY: number, maxX: number, maxY: number): void {
    this.minX = Math.min(this.minX, minX);
    this.minY = Math.min(this.minY, minY);
    this.maxX = Math.max(this.maxX, maxX);
    this.maxY = Math.max(this.maxY, maxY);
  }
}

function sentenceFor(x: number, y: number): string {
  if (!(y >= -90 && y <= 90)) return `latitude ${y} is outside -90 to 90`;
  return `longitude ${x} is outside -180 to 360`;
}
