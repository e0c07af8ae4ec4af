import { speedRanges } from './default-speeds.ts';
import type { SpeedField } from './offer-fields.ts';

/** A lowest speed that is above the highest one. */
export interface ReversedSpeeds {
  readonly code: 'speeds-reversed';
  readonly low: SpeedField;
  readonly lowest: number;
  readonly high: SpeedField;
  readonly highest: number;
}

/** The speeds of an offer, or of a whole file, of which the lowest is above the highest. */
export function reversedSpeeds(speedOf: (field: SpeedField) => number | undefined): ReversedSpeeds[] {
  return speedRanges.flatMap(({ low, high }): ReversedSpeeds[] => {
    const lowest = speedOf(low);
    const highest = speedOf(high);
    if (lowest === undefined || highest === undefined || lowest <= highest) return [];
    return [{ code: 'speeds-reversed', low, lowest, high, highest }];
  });
}
