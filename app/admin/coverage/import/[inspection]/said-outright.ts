import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { valuedFields } from '#lib/broadband/import/mapping/field-words.ts';
import { type MappingFacts, valueRows } from '#lib/broadband/import/mapping/mapping-values.ts';

/** The values with each meaning that is shown said outright: what was guessed and left so is what the person says. */
export function saidOutright(values: MappingFormValues, facts: MappingFacts): MappingFormValues {
  const meanings = valuedFields.map((field) => [
    field,
    Object.fromEntries(valueRows(field, values, facts).map(({ from, to }) => [from, to])),
  ]);
  return { ...values, meanings: Object.fromEntries(meanings) };
}
