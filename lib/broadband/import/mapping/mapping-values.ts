import type { ImportMode, LayerName } from '#lib/broadband/import/layer-plan.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import {
  type FieldName,
  fieldNames,
  type SpeedField,
  type ValuedField,
} from '#lib/broadband/import/offers/offer-fields.ts';
import { type DefaultSpeeds, getDefaultSpeed } from '#lib/broadband/import/offers/speeds.ts';
import type { NamedDefault } from '#lib/words/coverage/speeds.ts';
import { type ColumnChoice, resolveChoice } from './column-choice.ts';
import { shortNames } from './column-names.ts';
import type { ColumnFacts } from './column-survey.ts';
import { proposeValues } from './proposal.ts';

/** What a person says about a file's columns and values, as the screen's form has it. */
export interface MappingValues {
  /** The column of each field, as `SPEED` or `SPEED[second,kbps]`; empty for none. */
  readonly columns: Readonly<Record<FieldName, string>>;
  /** The value of a field where the file leaves it blank, as it was typed. */
  readonly constants: Readonly<Record<FieldName, string>>;
  /** What each value of the file means in our terms; empty while that is open. */
  readonly meanings: Readonly<Record<ValuedField, Readonly<Record<string, string>>>>;
  /** Who each unknown provider is, by its name in the file: `new`, or the number of a known one. */
  readonly providers: Readonly<Record<string, string>>;
  /** Whether columns whose names were cut to ten letters were compared with their values. */
  readonly isConfirmed: boolean;
  readonly mode: ImportMode | '';
  readonly delivery: string;
  readonly asOf: string;
}

export interface KnownProvider {
  readonly id: number;
  readonly name: string;
  /** All its names, folded. */
  readonly foldedNames: readonly string[];
  readonly isRetired: boolean;
  /** How its layer with the file's name was called before. */
  readonly delivery?: string | undefined;
  readonly defaultSpeeds: readonly DefaultSpeeds[];
}

export interface PublishedLayer extends LayerName {
  readonly parts: number;
  readonly asOf: string | null;
}

/** What is known apart from the file. Plain data, for the browser too. */
export interface MappingFacts {
  readonly columns: readonly ColumnFacts[];
  /** Names of the technologies in use. */
  readonly technologies: readonly string[];
  readonly providers: readonly KnownProvider[];
  readonly published: readonly PublishedLayer[];
  /** The name of the file's layer, or of the file itself. */
  readonly layerName: string;
}

export type Mapped = Pick<MappingValues, 'columns' | 'constants' | 'meanings' | 'providers'>;

/** The column that a choice names, and how it is read; undefined for none. */
export function columnOf(
  text: string,
  columns: readonly ColumnFacts[],
): { readonly facts: ColumnFacts; readonly choice: ColumnChoice } | undefined {
  if (text === '') return undefined;
  const choice = resolveChoice(text, (name) => columns.some((column) => column.name === name));
  const facts = columns.find(({ name }) => name === choice.column);
  return facts && { facts, choice };
}

/** Whether the constant of a field is used: it has no column, or its column is blank in some rows. */
export function isConstantUsed(field: FieldName, { columns }: Pick<Mapped, 'columns'>, facts: MappingFacts): boolean {
  const column = columnOf(columns[field], facts.columns);
  return column === undefined || column.facts.blank > 0;
}

/** An entry for a text of the file, which may be any, even `constructor`. */
export function entryOf(entries: Readonly<Record<string, string>>, text: string): string | undefined {
  return Object.hasOwn(entries, text) ? entries[text] : undefined;
}

/** A value of the file, and what it means as far as that was said or seems clear. */
export interface ValueRow {
  readonly from: string;
  readonly count: number;
  readonly to: string;
}

/** The values in a field's column that have to be matched with ours. */
export function valueRows(
  field: ValuedField,
  { columns, meanings }: Pick<Mapped, 'columns' | 'meanings'>,
  facts: MappingFacts,
): ValueRow[] {
  const column = columnOf(columns[field], facts.columns);
  if (column === undefined) return [];
  const { technologies } = facts;
  return proposeValues(field, column.facts, { technologies, isKnownProvider: () => false }).map(
    ({ from, count, to }) => ({ from, count, to: entryOf(meanings[field], from) ?? to ?? '' }),
  );
}

/** The names of the providers, as the file or the constant writes them; each once. */
function namedProviders(values: Mapped, facts: MappingFacts): string[] {
  const column = columnOf(values.columns.provider, facts.columns);
  const names = column?.facts.values.map(({ value }) => value) ?? [];
  const constant = values.constants.provider.trim();
  if (constant !== '' && isConstantUsed('provider', values, facts)) names.push(constant);
  return [...new Map(names.map((name) => [foldName(name), name])).values()];
}

function getKnownProvider(name: string, { providers }: MappingFacts): KnownProvider | undefined {
  const folded = foldName(name);
  return providers.find(({ foldedNames }) => foldedNames.includes(folded));
}

export function unknownProviders(values: Mapped, facts: MappingFacts): string[] {
  return namedProviders(values, facts).filter((name) => getKnownProvider(name, facts) === undefined);
}

/** The known providers that the file's names mean. */
export function providersMeant(values: Mapped, facts: MappingFacts): KnownProvider[] {
  return namedProviders(values, facts).flatMap((name) => {
    const chosen = entryOf(values.providers, name);
    const found = getKnownProvider(name, facts) ?? facts.providers.find(({ id }) => String(id) === chosen);
    return found === undefined ? [] : [found];
  });
}

export function technologiesMeant(values: Mapped, facts: MappingFacts): string[] {
  const meant = valueRows('technology', values, facts).map(({ to }) => to);
  if (isConstantUsed('technology', values, facts)) meant.push(values.constants.technology);
  return [...new Set(meant)].filter((name) => name !== '');
}

/** The published layers of the file's technologies and providers: a person must say what happens to them. */
export function publishedAlready(values: Mapped, facts: MappingFacts): PublishedLayer[] {
  const technologies = technologiesMeant(values, facts);
  const providers = providersMeant(values, facts).map(({ name }) => name);
  return facts.published.filter(
    ({ technology, provider }) => technologies.includes(technology) && providers.includes(provider),
  );
}

/** The fields whose column has a name that was cut to ten letters, which a person must have checked. */
export function fieldsWithCutNames({ columns }: Pick<Mapped, 'columns'>, facts: MappingFacts): FieldName[] {
  return fieldNames.filter((field) => {
    const name = columnOf(columns[field], facts.columns)?.choice.column.toLowerCase();
    return name !== undefined && name !== field && name === shortNames.get(field);
  });
}

/** The name of the delivery if nobody enters one: the name it had before, or that of the file's layer. */
export function usualDelivery(values: Mapped, facts: MappingFacts): string {
  const [only, second] = providersMeant(values, facts);
  return (second === undefined ? only?.delivery : undefined) ?? facts.layerName;
}

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
