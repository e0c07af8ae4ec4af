import type { ImportMode, LayerName } from '#lib/broadband/import/layer-plan.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { type ColumnChoice, resolveChoice } from './column-choice.ts';
import type { ColumnFacts } from './column-survey.ts';
import type { ValuedField } from './field-words.ts';
import { proposeValues } from './proposal.ts';
import { shortNames } from './short-names.ts';

/** What a person says of a file's columns and values, as the screen that asks for it holds it. */
export interface MappingValues {
  /** The column of each field, as `SPEED` or `SPEED[second,kbps]`; empty for none. */
  readonly columns: Readonly<Record<FieldName, string>>;
  /** What a field is where the file leaves it blank, as it was typed. */
  readonly constants: Readonly<Record<FieldName, string>>;
  /** Which of ours a value of the file means; empty while that is open. */
  readonly meanings: Readonly<Record<ValuedField, Readonly<Record<string, string>>>>;
  /** Who a provider is that is not known, by its name in the file: `new`, or the number of one that stands. */
  readonly providers: Readonly<Record<string, string>>;
  /** Whether column names that are cut to ten letters were compared with their values. */
  readonly isConfirmed: boolean;
  readonly mode: ImportMode | '';
  readonly delivery: string;
  readonly asOf: string;
}

export interface KnownProvider {
  readonly id: number;
  readonly name: string;
  /** Each of its names, folded. */
  readonly foldedNames: readonly string[];
  readonly isRetired: boolean;
  /** What its layer of the file's name was called before. */
  readonly delivery?: string | undefined;
}

/** A layer of what is published. */
export interface PublishedLayer extends LayerName {
  readonly parts: number;
  readonly asOf: string | null;
}

/** What is known beside the file. Plain data, to travel to the browser. */
export interface MappingFacts {
  readonly columns: readonly ColumnFacts[];
  /** Names of the technologies in use. */
  readonly technologies: readonly string[];
  readonly providers: readonly KnownProvider[];
  readonly standing: readonly PublishedLayer[];
  /** What the file calls its layer, or the file's own name. */
  readonly layerName: string;
}

type Mapped = Pick<MappingValues, 'columns' | 'constants' | 'meanings' | 'providers'>;

/** The column that a choice names, and what of it; undefined for none. */
export function columnOf(
  text: string,
  columns: readonly ColumnFacts[],
): { readonly facts: ColumnFacts; readonly choice: ColumnChoice } | undefined {
  if (text === '') return undefined;
  const choice = resolveChoice(text, (name) => columns.some((column) => column.name === name));
  const facts = columns.find(({ name }) => name === choice.column);
  return facts && { facts, choice };
}

/** Whether a field's constant counts: it has no column, or one that is blank somewhere. */
export function isConstantAsked(field: FieldName, { columns }: Pick<Mapped, 'columns'>, facts: MappingFacts): boolean {
  const column = columnOf(columns[field], facts.columns);
  return column === undefined || column.facts.blank > 0;
}

/** What is said of a text of the file, which may be any: `constructor` too. */
export function said(of: Readonly<Record<string, string>>, text: string): string | undefined {
  return Object.hasOwn(of, text) ? of[text] : undefined;
}

/** A value of the file, and what it means as far as that is said or seems so. */
export interface ValueRow {
  readonly from: string;
  readonly count: number;
  readonly to: string;
}

/** The values of a field's column that are to be matched with ours. */
export function valueRows(
  field: ValuedField,
  { columns, meanings }: Pick<Mapped, 'columns' | 'meanings'>,
  facts: MappingFacts,
): ValueRow[] {
  const column = columnOf(columns[field], facts.columns);
  if (column === undefined) return [];
  const { technologies } = facts;
  return proposeValues(field, column.facts, { technologies, isKnownProvider: () => false }).map(
    ({ from, count, to }) => ({ from, count, to: said(meanings[field], from) ?? to ?? '' }),
  );
}

/** The names of providers as the file, or what is said for the whole of it, writes them; each once. */
function namedProviders(values: Mapped, facts: MappingFacts): string[] {
  const column = columnOf(values.columns.provider, facts.columns);
  const names = column?.facts.values.map(({ value }) => value) ?? [];
  const constant = values.constants.provider.trim();
  if (constant !== '' && isConstantAsked('provider', values, facts)) names.push(constant);
  return [...new Map(names.map((name) => [foldName(name), name])).values()];
}

/** The provider that goes by this name. */
export function getKnownProvider(name: string, { providers }: MappingFacts): KnownProvider | undefined {
  const folded = foldName(name);
  return providers.find(({ foldedNames }) => foldedNames.includes(folded));
}

/** The named providers that are not known. */
export function unknownProviders(values: Mapped, facts: MappingFacts): string[] {
  return namedProviders(values, facts).filter((name) => getKnownProvider(name, facts) === undefined);
}

/** The providers of the file, as they are called here. */
export function providersMeant(values: Mapped, facts: MappingFacts): KnownProvider[] {
  return namedProviders(values, facts).flatMap((name) => {
    const chosen = said(values.providers, name);
    const found = getKnownProvider(name, facts) ?? facts.providers.find(({ id }) => String(id) === chosen);
    return found === undefined ? [] : [found];
  });
}

/** The technologies of the file. */
export function technologiesMeant(values: Mapped, facts: MappingFacts): string[] {
  const meant = valueRows('technology', values, facts).map(({ to }) => to);
  if (isConstantAsked('technology', values, facts)) meant.push(values.constants.technology);
  return [...new Set(meant)].filter((name) => name !== '');
}

/** The published layers of the file's technologies and providers: what to do with them must be said. */
export function rivalsOf(values: Mapped, facts: MappingFacts): PublishedLayer[] {
  const technologies = technologiesMeant(values, facts);
  const providers = providersMeant(values, facts).map(({ name }) => name);
  return facts.standing.filter(
    ({ technology, provider }) => technologies.includes(technology) && providers.includes(provider),
  );
}

/** The fields that are read from a column whose name is cut to ten letters, which a person must have looked at. */
export function cutNames({ columns }: Pick<Mapped, 'columns'>, facts: MappingFacts): FieldName[] {
  return fieldNames.filter((field) => {
    const name = columnOf(columns[field], facts.columns)?.choice.column.toLowerCase();
    return name !== undefined && name !== field && name === shortNames.get(field);
  });
}

/** What the delivery is called when nobody names it: as before, else as the file calls its layer. */
export function usualDelivery(values: Mapped, facts: MappingFacts): string {
  const [only, second] = providersMeant(values, facts);
  return (second === undefined ? only?.delivery : undefined) ?? facts.layerName;
}
