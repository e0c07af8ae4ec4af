import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { refusalAt } from '#lib/refusal.ts';
import { type CoverageChoices, joinChoices, noChoices } from './choices.ts';
import { plainName } from './column-names.ts';
import { type MappingFacts, type MappingValues, publishedAlready } from './mapping-values.ts';
import type { FieldProposal } from './proposal.ts';

/** What a person said when this file was imported before, and that import did not succeed. */
export interface EarlierMapping extends Pick<MappingValues, 'mode' | 'delivery' | 'asOf'> {
  readonly newProviders: readonly string[];
}

/**
 * What the screen shows first: what was chosen for this file, or for an earlier one with the same columns, or else what
 * the file seems to mean.
 *
 * @param chosen the choices for this file or an earlier one
 */
export function beginMapping(
  proposals: readonly FieldProposal[],
  facts: MappingFacts,
  chosen: CoverageChoices | undefined,
  earlier?: EarlierMapping,
): MappingValues {
  const choices = chosen ?? acceptProposals(noChoices, proposals);
  const forEachField = (get: (field: FieldName) => string) =>
    Object.fromEntries(fieldNames.map((field) => [field, get(field)])) as Record<FieldName, string>;
  const begun = {
    columns: forEachField((field) => choices.columns[field] ?? columnNamedAs(field, facts)),
    constants: forEachField((field) => String(choices.constants[field] ?? '')),
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
    mode: earlier?.mode ?? (publishedAlready(begun, facts).length === 0 ? 'join' : ''),
    delivery: earlier?.delivery ?? '',
    asOf: earlier?.asOf ?? '',
  };
}

/** The column that is named like the field, apart from capitals and separators; empty for none. */
function columnNamedAs(field: FieldName, { columns }: MappingFacts): string {
  const exact = columns.find(({ name }) => name === field);
  return (exact ?? columns.find(({ name }) => plainName(name) === plainName(field)))?.name ?? '';
}

/** The choices, and all proposals for what they leave open, as if a person had confirmed each of them. */
export function acceptProposals(choices: CoverageChoices, proposals: readonly FieldProposal[]): CoverageChoices {
  const columns: CoverageChoices['columns'] = {};
  const values: CoverageChoices['values'] = {};
  for (const { field, column, mustConfirm, values: proposed } of proposals) {
    // the values of a column would win over a constant
    if (column === undefined || choices.constants[field] !== undefined) continue;
    // a column with exactly the field's name needs no choice
    if (mustConfirm || column !== field) columns[field] = column;
    const meanings = proposed.flatMap(({ from, to, mustConfirm: isOpen }) =>
      isOpen && to !== undefined ? [[from, to]] : [],
    );
    if (meanings.length > 0) values[field] = Object.fromEntries(meanings);
  }
  return joinChoices(choices, { ...noChoices, columns, values });
}

/*
 * What a provider's people may say about a file, and what they see. The import itself checks the layers again
 * (`flows/broadband/import/import-coverage.ts`): a file decides what it names, whatever its form said.
 */

/** The provider of the file is theirs, and replacing all coverage is no choice. @throws Refusal otherwise */
export function ownMapping<Values extends MappingValues>(values: Values, provider: string): Values {
  if (values.mode === 'replace all') throw refusalAt('mode', { code: 'not-a-choice' });
  const columns = { ...values.columns, provider: '' };
  return { ...values, columns, constants: { ...values.constants, provider }, providers: {} };
}

/** The provider's own part of what is known apart from a file. */
export function ownFacts(facts: MappingFacts, provider: string, technologies: readonly string[]): MappingFacts {
  return {
    ...facts,
    technologies: facts.technologies.filter((name) => technologies.includes(name)),
    providers: facts.providers.filter(({ name }) => foldName(name) === foldName(provider)),
    published: facts.published.filter((layer) => foldName(layer.provider) === foldName(provider)),
  };
}

/** Choices about a file of the provider. */
export function ownChoices(choices: CoverageChoices, provider: string): CoverageChoices {
  return { ...choices, constants: { ...choices.constants, provider } };
}
