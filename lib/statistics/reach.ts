import type { Availability } from '#lib/broadband/availability.ts';
import type { Offered } from '#lib/broadband/measure/area-figures.ts';
import { ranks } from '#lib/broadband/measure/measured-offers.ts';

/** Mbps down that an offer must have at least to count at a step; at the first, every offer does. */
export const speedSteps = [0, 20, 100, 300, 900] as const;

/** The availabilities that figures are of, best first. */
export const reachedBy: readonly Offered[] = ['Available', 'Underway', 'Planned'];

/**
 * What reaches a place: for each step of speed, the best availability (N6) among the offers that are at least that fast. It
 * is kept as one number with a base-4 digit for each step, the lowest first: the place of the availability in `ranks`.
 */
export type Reach = number;

/** How many numbers a reach may be. */
export const reaches = 4 ** speedSteps.length;

/** The highest step that an offer of this speed counts at. */
export function stepOf(downloadMbps: number): number {
  return speedSteps.findLastIndex((least) => downloadMbps >= least);
}

/** The rank of the best availability at a step. */
export function rankAt(reach: Reach, step: number): number {
  return (reach >> (2 * step)) & 3;
}

/** The reach of a place with these offers. @param isOffered whether one has this rank and this highest step */
export function reachOf(isOffered: (rank: number, step: number) => boolean): Reach {
  let reach = 0;
  let best = 0;
  for (let step = speedSteps.length - 1; step >= 0; step--) {
    for (let rank = ranks.length - 1; rank > best; rank--) if (isOffered(rank, step)) best = rank;
    reach = reach * 4 + best;
  }
  return reach;
}

/** Whether a further offer would change nothing of a reach. */
export function isHidden(reach: Reach, { rank, step }: { readonly rank: number; readonly step: number }): boolean {
  return rankAt(reach, step) >= rank;
}

/** How much is reached, or how many: for each availability, by step of speed. */
export type ReachedAmounts = Readonly<Record<Offered, readonly number[]>>;

/** Adds up amounts by reach. @param amounts by reach */
export function reachedAmounts(amounts: Iterable<readonly [Reach, number]>): ReachedAmounts {
  const sums: Record<Offered, number[]> = { Available: [], Underway: [], Planned: [] };
  for (const availability of reachedBy) sums[availability] = speedSteps.map(() => 0);
  for (const [reach, amount] of amounts) {
    for (const step of speedSteps.keys()) {
      const availability = ranks[rankAt(reach, step)];
      if (isReached(availability)) sums[availability][step] = (sums[availability][step] ?? 0) + amount;
    }
  }
  return sums;
}

function isReached(availability: Availability | undefined): availability is Offered {
  return availability !== undefined && availability !== 'Not Available';
}
