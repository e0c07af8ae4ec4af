import type { Point } from '#lib/broadband/point.ts';

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
   * @returns its lot, if it is among the winners so far
   */
  draw(technologyId: number, kind: ChangeKind, seed: number, area: number): number | undefined {
    const drawn = this.#among(technologyId, kind);
    const lot = -Math.log(((scatter(seed) >>> 0) + 1) / 2 ** 32) / area;
    return drawn.length === mostKept && lot >= (drawn.at(-1)?.lot ?? 0) ? undefined : lot;
  }

  /** Keeps a point of a place that won. */
  keep(point: Drawn): void {
    const drawn = this.#among(point.technologyId, point.kind);
    drawn.push(point);
    drawn.sort((a, b) => a.lot - b.lot);
    drawn.length = Math.min(drawn.length, mostKept);
  }

  #among(technologyId: number, kind: ChangeKind): Drawn[] {
    const among = `${technologyId} ${kind}`;
    const drawn = this.#drawn.get(among) ?? [];
    this.#drawn.set(among, drawn);
    return drawn;
  }

  /** The points drawn, one of each technology and kind in turn, so that the first few show every kind. */
  list(): ChangedPoint[] {
    const groups = [...this.#drawn.values()];
    const turns = Array.from({ length: mostKept }, (_, turn) => groups.flatMap((drawn) => drawn.slice(turn, turn + 1)));
    return turns.flat().map(({ lot: _lot, ...point }) => point);
  }
}

/** A pseudo-random 32-bit number from another (Chris Wellons' `lowbias32`). */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
