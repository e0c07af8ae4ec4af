import type { SpeedField } from '#lib/broadband/import/offers/offer-fields.ts';
import { getDefaultSpeed } from '#lib/broadband/import/offers/speeds.ts';
import type { NamedDefault } from '#lib/words/coverage/speeds.ts';
import {
  entryOf,
  type Mapped,
  type MappingFacts,
  providersMeant,
  technologiesMeant,
  unknownProviders,
} from './mapping-values.ts';

/**
 * The default of a speed for each provider and technology that the file seems to have, by provider; a new provider has none.
 * Which of the technologies a provider really has is only known if there is one of either.
 */
export function defaultSpeedsMeant(field: SpeedField, values: Mapped, facts: MappingFacts): NamedDefault[] {
  const added = unknownProviders(values, facts).filter((name) => entryOf(values.providers, name) === 'new');
  const providers = [...providersMeant(values, facts), ...added.map((name) => ({ name, defaultSpeeds: [] }))];
  const technologies = technologiesMeant(values, facts);
  return providers.flatMap(({ name: provider, defaultSpeeds }) =>
    technologies.map((technology) => ({
      provider,
      technology,
      mbps: getDefaultSpeed(defaultSpeeds, technology, field),
    })),
  );
}

/** Those without a default, as far as they are sure to need one: what a file pairs is checked when it is imported. */
export function lackingDefaults(defaults: readonly NamedDefault[]): NamedDefault[] {
  const lacking = defaults.filter(({ mbps }) => mbps === undefined);
  const isOneOf = (names: readonly string[]) => new Set(names).size <= 1;
  const isCertain =
    isOneOf(defaults.map(({ provider }) => provider)) || isOneOf(defaults.map(({ technology }) => technology));
  return isCertain || lacking.length === defaults.length ? lacking : [];
}
