/** What was done to the areas of a file, and what a person should know of them. Counts only. */
export interface AreaReport {
  /** Polygons that are kept, and the positions of their closed rings. */
  parts: number;
  vertices: number;
  /** Rings whose last position did not repeat the first, and now does. */
  ringsClosed: number;
  /** Rings that jumped by more than 180° of longitude between neighbours, and no longer do. */
  ringsUnwrapped: number;
  /** Rings of which nothing was left after rounding and cleaning; without its outer ring a polygon goes too. */
  ringsVanished: number;
  /** Repeated points and points that went out and back exactly. */
  pointsRemoved: number;
  /** Positions written in degrees with more decimals than 7, moved by at most 8 mm (N8). */
  positionsRounded: number;
  /** Positions that were converted from a map projection, and rounded once afterwards (N8). */
  positionsConverted: number;
  /** Polygons wholly and partly outside the service box: kept, but nobody can ask there. */
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
