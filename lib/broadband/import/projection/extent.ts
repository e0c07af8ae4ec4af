/** The range of positions as a file writes them, first and second number. NaN and infinities are left out. */
export class Extent {
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;

  add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.minX) this.minX = x;
    if (x > this.maxX) this.maxX = x;
    if (y < this.minY) this.minY = y;
    if (y > this.maxY) this.maxY = y;
  }

  merge({ minX, minY, maxX, maxY }: Extent): void {
    if (minX > maxX) return;
    this.add(minX, minY);
    this.add(maxX, maxY);
  }

  get isEmpty(): boolean {
    return this.minX > this.maxX;
  }
}
