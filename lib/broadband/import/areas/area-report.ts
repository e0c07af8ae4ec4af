/** Counts of what was done to the areas of a file, and of what a person should know about them. */
export interface AreaReport {
  /** Polygons that were kept, and the positions of their closed rings. */
  parts: number;
  vertices: number;
  /** Rings whose last position did not repeat the first, and which were closed. */
  ringsClosed: number;
  /** Rings that jumped by more than 180° of longitude between neighbours, and were joined. */
  ringsUnwrapped: number;
  /** Rings of which nothing was left after rounding and cleaning; a polygon goes with its outer ring. */
  ringsVanished: number;
  /** Repeated points, and points that went out and back exactly. */
  pointsRemoved: number;
  /** Positions written in degrees with more decimals than 7, moved by at most 8 mm (N8). */
  positionsRounded: number;
  /** Positions that were converted from a map projection, then rounded once (N8). */
  positionsConverted: number;
  /** Polygons completely and partly outside the service area: kept, although no query is answered there. */
  partsOutside: number;
  partsPartlyOutside: number;
  /** Polygons under 1 m². */
  slivers: number;
}

export function emptyAreaReport(): AreaReport {
  return {
    parts: 0,
    vertices: 0,
    ringsClosed: 0,
    ringsUnwrapped: 0,
    ringsVanished: 0,
    pointsRemoved: 0,
    positionsRounded: 0,
    positionsConverted: 0,
    partsOutside: 0,
    partsPartlyOutside: 0,
    slivers: 0,
  };
}

/** Adds the counts of `more` to `report`. */
export function addToAreaReport(report: AreaReport, more: Readonly<AreaReport>): void {
  for (const name of Object.keys(more) as (keyof AreaReport)[]) report[name] += more[name];
}
