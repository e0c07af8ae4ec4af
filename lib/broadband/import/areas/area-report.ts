/** Counts of what was done to the areas of a file, and of what a person should know about them. */
export type AreaReport = ReturnType<typeof emptyAreaReport>;

export function emptyAreaReport() {
  return {
    /** Polygons that were kept, and the positions of their closed rings. */
    parts: 0,
    vertices: 0,
    /** Rings whose last position did not repeat the first, and which were closed. */
    ringsClosed: 0,
    /** Rings that jumped by more than 180° of longitude between neighbours, and were joined. */
    ringsUnwrapped: 0,
    /** Rings of which nothing was left after rounding and cleaning; a polygon goes with its outer ring. */
    ringsVanished: 0,
    /** Repeated points, and points that went out and back exactly. */
    pointsRemoved: 0,
    /** Positions written in degrees with more decimals than 7, moved by at most 8 mm (N8). */
    positionsRounded: 0,
    /** Positions that were converted from a map projection, then rounded once (N8). */
    positionsConverted: 0,
    /** Polygons completely and partly outside the service area: kept, although no query is answered there. */
    partsOutside: 0,
    partsPartlyOutside: 0,
    /** Polygons under 1 m². */
    slivers: 0,
    /** Places where the border of a polygon crosses itself. */
    selfCrossings: 0,
    /** Polygons that may cross themselves at more places: the search for them ended at its bound. */
    selfCrossingsBounded: 0,
  };
}

/** Adds the counts of `more` to `report`. */
export function addToAreaReport(report: AreaReport, more: Readonly<AreaReport>): void {
  for (const name of Object.keys(more) as (keyof AreaReport)[]) report[name] += more[name];
}

/** What a person may want to check on the map before a file is published. Nothing was cut or left out because of it. */
export const problemKinds = [
  'area crosses itself',
  'sliver',
  'outside the service area',
  'partly outside the service area',
  'ring closed',
  'ring unwrapped',
  'ring without area dropped',
  'points removed',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** A problem and one point of its area, in units of 1e-7 degree (`x` east of 180°). */
export interface AreaProblem {
  readonly kind: ProblemKind;
  readonly x: number;
  readonly y: number;
}

/** The places of problems, the first hundred of each kind; the report counts all of them. */
export class ProblemPlaces<Problem extends AreaProblem> {
  readonly places: Problem[] = [];
  readonly #counts = new Map<ProblemKind, number>();

  add(problem: Problem): void {
    const count = this.#counts.get(problem.kind) ?? 0;
    if (count === placesOfKind) return;
    this.#counts.set(problem.kind, count + 1);
    this.places.push(problem);
  }
}

const placesOfKind = 100;
