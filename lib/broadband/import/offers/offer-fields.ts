import type { Offer } from '#lib/broadband/availability.ts';

export const wholesaleNetworks = ['Yes', 'No', 'Both'] as const;
export type WholesaleNetwork = (typeof wholesaleNetworks)[number];

/** What an offer consists of, apart from its technology and provider. Speeds are megabits per second. */
export type OfferFields = Omit<Offer, 'id' | 'technologyId' | 'providerId' | 'providerName'>;

/** Fields whose numbers have a unit. */
export const speedFields = [
  'bandwidth_min_mbps',
  'bandwidth_max_mbps',
  'bandwidth_up_min_mbps',
  'bandwidth_up_max_mbps',
] as const;
export type SpeedField = (typeof speedFields)[number];

/** The fields that a file's columns, or choices for the whole file, give: in the API's order and with its names. */
export const fieldNames = [
  'technology',
  'provider',
  'availability',
  'completion',
  'wholesale_network',
  'url',
  ...speedFields,
  'timing_id',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** What every offer needs; the other fields may be left out. */
export const requiredFields: readonly FieldName[] = ['technology', 'provider', 'availability', ...speedFields];

/** Fields with a fixed set of values, for which a file may use other words. */
export const valuedFields = ['technology', 'availability', 'wholesale_network'] as const satisfies readonly FieldName[];
export type ValuedField = (typeof valuedFields)[number];

export function isValuedField(field: FieldName): field is ValuedField {
  return valuedFields.some((valued) => valued === field);
}

export function isSpeedField(field: FieldName): field is SpeedField {
  return speedFields.some((speed) => speed === field);
}
