import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import { fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { acceptProposals } from './accepted.ts';
import { type CoverageChoices, noChoices } from './choices.ts';
import { plainName } from './column-names.ts';
import { type MappingFacts, type MappingValues, rivalsOf } from './mapping-values.ts';
import type { FieldProposal } from './proposal.ts';

/** What was said when this file was imported before, and that import did not come to its end. */
export interface EarlierMapping extends Pick<MappingValues, 'mode' | 'delivery' | 'asOf'> {
  readonly choices: CoverageChoices;
  readonly newProviders: readonly string[];
}

/**
 * What the screen shows first: what was said of this file before, or of an earlier one with the same columns, or else
 * what seems to be meant.
 *
 * @param chosen what was chosen for the file, or one like it, and is taken over
 */
export function beginMapping(
  proposals: readonly FieldProposal[],
  facts: MappingFacts,
  chosen: CoverageChoices | undefined,
  earlier?: Omit<EarlierMapping, 'choices'>,
): MappingValues {
  const choices = chosen ?? acceptProposals(noChoices, proposals);
  const ofEach = (get: (field: FieldName) => string) =>
    Object.fromEntries(fieldNames.map((field) => [field, get(field)])) as Record<FieldName, string>;
  const begun = {
    columns: ofEach((field) => choices.columns[field] ?? namedAs(field, facts)),
    constants: ofEach((field) => String(choices.constants[field] ?? '')),
    meanings: {
      technology: choices.values.technology ?? {},
      availability: choices.values.availability ?? {},
      wholesale_network: choices.values.wholesale_network ?? {},
    },
    providers: Object.fromEntries((earlier?.newProviders ?? []).map((name) => [name, 'new'])),
  };
  return {
    ...begun,
    isConfirmed: chosen !== undefined,
    mode: earlier?.mode ?? (rivalsOf(begun, facts).length === 0 ? 'join' : ''),
    delivery: earlier?.delivery ?? '',
    asOf: earlier?.asOf ?? '',
  };
}

/** The column that is named as the field but for capitals and separators. */
function namedAs(field: FieldName, { columns }: MappingFacts): string {
  const exact = columns.find(({ name }) => name === field);
  return (exact ?? columns.find(({ name }) => plainName(name) === plainName(field)))?.name ?? '';
}
