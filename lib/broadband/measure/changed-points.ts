import type { Point } from '#lib/broadband/point.ts';
import { scatter } from './sample-grid.ts';

/** What became of a technology at a place. */
export const changeKinds = ['gained', 'lost', 'altered'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A point where what is offered by a technology changed. */
export interface ChangedPoint extends Point {
  readonly technologyId: number;
  readonly kind: ChangeKind;
}

/** How many points are kept of each technology and kind. */
const kept = 20;

interface Drawn extends ChangedPoint {
  readonly lot: number;
}

/**
 * Draws points from all places that changed, larger ones more often (Efraimidis and Spirakis: the lowest of the lots
 * −ln u ÷ area win). The lots hang on the place alone, so the same change always shows the same points.
 */
export class ChangedPoints {
  readonly #drawn = new Map<string, Drawn[]>();

  /**
   * Lets a place take part.
   *
   * @param seed a number of the place's own
   * @param area its size, in any unit
   * @param pick gives a point of it; asked only when it wins for the time being
   */
  add(technologyId: number, kind: ChangeKind, seed: number, area: number, pick: () => Point): void {
    const among = `${technologyId} ${kind}`;
    const drawn = this.#drawn.get(among) ?? [];
    this.#drawn.set(among, drawn);
    const lot = -Math.log(((scatter(seed) >>> 0) + 1) / 2 ** 32) / area;
    if (drawn.length === kept && lot >= (drawn.at(-1)?.lot ?? 0)) return;
    const { x, y } = pick();
    drawn.push({ technologyId, kind, x, y, lot });
    drawn.sort((a, b) => a.lot - b.lot);
    drawn.length = Math.min(drawn.length, kept);
  }

  /** The points drawn: one of each technology and kind in turn, so that the first few already show all sorts. */
  list(): ChangedPoint[] {
    const groups = [...this.#drawn.values()];
    const turns = Array.from({ length: kept }, (_, turn) => groups.flatMap((drawn) => drawn.slice(turn, turn + 1)));
    return turns.flat().map(({ lot: _lot, ...point }) => point);
  }
}
