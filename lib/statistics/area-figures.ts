import { anyTechnology, type ReachTally } from './measure-reach.ts';
import type { OfferGroups } from './offer-groups.ts';
import { type ReachedAmounts, reachedAmounts } from './reach.ts';

/** What of an area is reached: of its land in square metres, and of its addresses where a list of them is loaded. */
export interface Reached {
  readonly land: ReachedAmounts;
  readonly addresses?: ReachedAmounts | undefined;
}

/** All technologies together, among the ids of technologies. */
export const allTogether = 'all';

/** By the id of the technology, and `allTogether`. */
export type ReachedOfArea = Readonly<Record<string, Reached>>;

/** The figures of one area for one version. */
export interface AreaFigures {
  readonly slug: string;
  readonly name: string;
  /** Of what lies in the service area, on the ellipsoid. */
  readonly squareMetres: number;
  /** How many addresses lie in it; null where no list of addresses is loaded. */
  readonly addresses: number | null;
  readonly reached: ReachedOfArea;
}

/**
 * The figures of areas, in their order, from what was measured.
 *
 * @param areas those of the index, whose numbers are from 1
 */
export function areaFigures(
  areas: readonly { readonly slug: string; readonly name: string }[],
  { technologyIds }: OfferGroups,
  land: ReachTally,
  addresses: ReachTally | undefined,
): AreaFigures[] {
  return areas.map(({ slug, name }, place) => {
    const number = place + 1;
    const reached: [string, Reached][] = [anyTechnology, ...technologyIds.keys()].map((technology) => [
      technology === anyTechnology ? allTogether : String(technologyIds[technology]),
      {
        land: reachedAmounts(land.of(number, technology)),
        ...(addresses === undefined ? {} : { addresses: reachedAmounts(addresses.of(number, technology)) }),
      },
    ]);
    return {
      slug,
      name,
      squareMetres: sumOf(land.of(number, anyTechnology)),
      addresses: addresses === undefined ? null : sumOf(addresses.of(number, anyTechnology)),
      reached: Object.fromEntries(reached),
    };
  });
}

function sumOf(amounts: Iterable<readonly [unknown, number]>): number {
  let sum = 0;
  for (const [, amount] of amounts) sum += amount;
  return sum;
}
