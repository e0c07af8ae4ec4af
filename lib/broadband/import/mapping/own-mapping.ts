import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { refusalAt } from '#lib/refusal.ts';
import type { CoverageChoices } from './choices.ts';
import type { MappingFacts, MappingValues } from './mapping-values.ts';

/*
 * What a provider's people may say about a file and see beside it. The import itself checks the layers again
 * (`flows/broadband/import/own-layers.ts`): a file decides what it names, whatever its form said.
 */

/** The provider of the file is theirs, and replacing all coverage is no choice. @throws Refusal otherwise */
export function ownMapping<Values extends MappingValues>(values: Values, provider: string): Values {
  if (values.mode === 'replace all') throw refusalAt('mode', { code: 'not-a-choice' });
  const columns = { ...values.columns, provider: '' };
  return { ...values, columns, constants: { ...values.constants, provider }, providers: {} };
}

/** The provider's own part of what is known beside a file. */
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
