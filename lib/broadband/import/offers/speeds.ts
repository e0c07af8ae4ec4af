import { type SpeedField, speedFields } from './offer-fields.ts';

/** Speeds in megabits per second; one that is left out has no default. */
export type Speeds = Readonly<Partial<Record<SpeedField, number>>>;

/** What fills the speeds that a file leaves open in a provider's offers of one technology. Plain data, for the browser too. */
export interface DefaultSpeeds {
  readonly technology: string;
  readonly speeds: Speeds;
}

/** The default of a speed; undefined without one. */
export function getDefaultSpeed(
  defaults: readonly DefaultSpeeds[] | undefined,
  technology: string | undefined,
  field: SpeedField,
): number | undefined {
  return defaults?.find((each) => each.technology === technology)?.speeds[field];
}

/** The speeds of a download or upload of which the lowest must not be above the highest. */
export const speedRanges = [
  { low: 'bandwidth_min_mbps', high: 'bandwidth_max_mbps' },
  { low: 'bandwidth_up_min_mbps', high: 'bandwidth_up_max_mbps' },
] as const satisfies readonly { low: SpeedField; high: SpeedField }[];

/** The name of a default as a field of an edited record: `bandwidth_min_mbps_3` for the technology 3. */
export function defaultSpeedField(technologyId: number, field: SpeedField): string {
  return `${field}_${technologyId}`;
}

/** The names of the defaults of these technologies, with what each is. */
export function defaultSpeedFields<Technology extends { readonly id: number }>(technologies: readonly Technology[]) {
  return technologies.flatMap((technology) =>
    speedFields.map((field) => ({ name: defaultSpeedField(technology.id, field), technology, field })),
  );
}

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
