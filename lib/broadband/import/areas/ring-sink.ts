/** Takes the rings of a geometry while a reader finds them. */
export interface RingSink {
  /** A new geometry begins. */
  begin(): void;
  addPosition(x: number, y: number): void;
  endRing(): void;
  endPolygon(): void;
}
