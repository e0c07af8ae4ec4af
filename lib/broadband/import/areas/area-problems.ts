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
