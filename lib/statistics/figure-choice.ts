import type { Offered } from '#lib/broadband/measure/area-figures.ts';
import { type AreaFigures, allTogether } from './area-figures.ts';
import { reachedBy, speedSteps } from './reach.ts';

/** Which of the figures of areas are shown. */
export interface FigureChoice {
  /** The id of a technology, or `allTogether`. */
  readonly technology: string;
  readonly availability: Offered;
  /** A place in `speedSteps`. */
  readonly step: number;
  readonly of: ShareOf;
}

/** Whether shares are of the land or of the addresses. */
export type ShareOf = 'land' | 'addresses';

/** Whether areas have addresses of which there are figures: most, some, or none. */
export type Addressed = 'most' | 'some' | 'none';

export function addressedOf(figures: readonly Pick<AreaFigures, 'addresses'>[]): Addressed {
  const having = figures.filter(({ addresses }) => addresses !== null && addresses > 0).length;
  if (having === 0) return 'none';
  return having * 2 >= figures.length ? 'most' : 'some';
}

/**
 * Reads what is asked for. Without that it is what is fast enough for almost everything, where people live: of addresses,
 * if most areas have some.
 */
export function readFigureChoice(
  asked: Readonly<Record<string, string | string[] | undefined>>,
  technologyIds: readonly number[],
  addressed: Addressed,
): FigureChoice {
  const { technology, availability, mbps, of } = asked;
  const step = speedSteps.findIndex((least) => String(least) === mbps);
  const usual = addressed === 'most' ? 'addresses' : 'land';
  const isKnown = of === 'land' || (of === 'addresses' && addressed !== 'none');
  return {
    technology: technologyIds.some((id) => String(id) === technology) ? String(technology) : allTogether,
    availability: reachedBy.find((known) => known === availability) ?? 'Available',
    step: step === -1 ? speedSteps.indexOf(100) : step,
    of: isKnown ? of : usual,
  };
}

/** The query of a choice, as `readFigureChoice` reads it. */
export function choiceQuery({ technology, availability, step, of }: FigureChoice): string {
  return new URLSearchParams({ technology, availability, mbps: String(speedSteps[step]), of }).toString();
}

/** How much of an area is reached: square metres or addresses, of how many. */
export interface Amount {
  readonly reached: number;
  readonly of: number;
}

export function amountOf({ reached, squareMetres, addresses }: AreaFigures, choice: FigureChoice): Amount {
  const { technology, availability, step, of } = choice;
  const amounts = reached[technology]?.[of]?.[availability];
  return { reached: amounts?.[step] ?? 0, of: of === 'land' ? squareMetres : (addresses ?? 0) };
}

/** All areas together; a place that lies in two of them counts twice. */
export function sumOfAmounts(amounts: Iterable<Amount>): Amount {
  let [reached, of] = [0, 0];
  for (const amount of amounts) {
    reached += amount.reached;
    of += amount.of;
  }
  return { reached, of };
}

/** A share from 0 to 1; undefined of nothing, as of an area without addresses. */
export function shareOf({ reached, of }: Amount): number | undefined {
  return of === 0 ? undefined : Math.min(1, reached / of);
}
