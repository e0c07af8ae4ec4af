import type { Point } from '#lib/broadband/point.ts';
import { scatter } from './scatter.ts';

/** How the offers of a technology changed at a place. */
export const changeKinds = ['gained', 'lost', 'altered'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A point where the offers of a technology changed. */
export interface ChangedPoint extends Point {
  readonly technologyId: number;
  readonly kind: ChangeKind;
}

/** How many points of each technology and kind are kept. */
const mostKept = 20;

interface Drawn extends ChangedPoint {
  readonly lot: number;
}

/**
 * Draws points from all places that changed, larger ones more often (Efraimidis and Spirakis: the lowest lots
 * −ln u ÷ area win). A lot depends on the place alone, so that the same change always gives the same points.
 */
export class ChangedPoints {
  readonly #drawn = new Map<string, Drawn[]>();

  /**
   * Enters a place in the draw.
   *
   * @param seed a number that identifies the place
   * @param area its size, in any unit
   * @param pick gives a point of the place, if it finds one; called only while the place is among the winners
   */
  add(technologyId: number, kind: ChangeKind, seed: number, area: number, pick: () => Point | undefined): void {
    const among = `${technologyId} ${kind}`;
    const drawn = this.#drawn.get(among) ?? [];
    this.#drawn.set(among, drawn);
    const lot = -Math.log(((scatter(seed) >>> 0) + 1) / 2 ** 32) / area;
    if (drawn.length === mostKept && lot >= (drawn.at(-1)?.lot ?? 0)) return;
    const point = pick();
    if (point === undefined) return;
    drawn.push({ technologyId, kind, ...point, lot });
    drawn.sort((a, b) => a.lot - b.lot);
    drawn.length = Math.min(drawn.length, mostKept);
  }

  /** The points drawn, one of each technology and kind in turn, so that the first few show every kind. */
  list(): ChangedPoint[] {
    const groups = [...this.#drawn.values()];
    const turns = Array.from({ length: mostKept }, (_, turn) => groups.flatMap((drawn) => drawn.slice(turn, turn + 1)));
    return turns.flat().map(({ lot: _lot, ...point }) => point);
  }
}
