import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { type MappingFacts, valueRows } from '#lib/broadband/import/mapping/mapping-values.ts';
import { valuedFields } from '#lib/broadband/import/offers/offer-fields.ts';

/** The values of the form with every meaning that it shows: a guess that was left unchanged is a person's answer. */
export function withExplicitMeanings(values: MappingFormValues, facts: MappingFacts): MappingFormValues {
  const meanings = valuedFields.map((field) => [
    field,
    Object.fromEntries(valueRows(field, values, facts).map(({ from, to }) => [from, to])),
  ]);
  return { ...values, meanings: Object.fromEntries(meanings) };
}
