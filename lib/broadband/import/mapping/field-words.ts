import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';

/** What people call the fields. */
export const fieldWords: Readonly<Record<FieldName, string>> = {
  technology: 'Technology',
  provider: 'Provider',
  availability: 'Availability',
  completion: 'Completion',
  wholesale_network: 'Wholesale network',
  url: 'Address on the web',
  bandwidth_min_mbps: 'Lowest download speed',
  bandwidth_max_mbps: 'Highest download speed',
  bandwidth_up_min_mbps: 'Lowest upload speed',
  bandwidth_up_max_mbps: 'Highest upload speed',
  timing_id: 'Timing number',
};

/** Fields that have a set of values of ours, which a file may call otherwise. */
export const valuedFields = ['technology', 'availability', 'wholesale_network'] as const satisfies readonly FieldName[];
export type ValuedField = (typeof valuedFields)[number];

export function isValuedField(field: FieldName): field is ValuedField {
  return valuedFields.some((valued) => valued === field);
}

/** Fields whose numbers have a unit. */
export const speedFields = [
  ...(['bandwidth_min_mbps', 'bandwidth_max_mbps', 'bandwidth_up_min_mbps', 'bandwidth_up_max_mbps'] as const),
] satisfies readonly FieldName[];

export function isSpeedField(field: FieldName): boolean {
  return speedFields.some((speed) => speed === field);
}
