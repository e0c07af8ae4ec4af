import { parseAsOf } from '#lib/broadband/as-of.ts';
import { availabilities } from '#lib/broadband/availability.ts';
import { type ImportMode, layersThatStay } from '#lib/broadband/import/layer-plan.ts';
import {
  type FieldValue,
  parseChoice,
  parseSpeed,
  parseText,
  parseUrl,
  parseWholeNumber,
} from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type FieldName, fieldNames, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { type Fault, Refusal } from '#lib/refusal.ts';
import { type CoverageChoices, noChoices } from './choices.ts';
import { isSpeedField, isValuedField, valuedFields } from './field-words.ts';
import {
  columnOf,
  cutNames,
  isConstantAsked,
  type MappingFacts,
  type MappingValues,
  providersMeant,
  rivalsOf,
  said,
  technologiesMeant,
  unknownProviders,
  usualDelivery,
  valueRows,
} from './mapping-values.ts';
import { requiredFields } from './proposal.ts';

/** What an import is asked for once a person has said what the file means. */
export interface SettledMapping {
  readonly choices: CoverageChoices;
  readonly mode: ImportMode;
  /** The names of providers that are to be added. */
  readonly newProviders: readonly string[];
  /** Other names of providers that stand. */
  readonly aliases: readonly { readonly alias: string; readonly providerId: number }[];
  readonly delivery?: string;
  readonly asOf?: string;
}

/**
 * What a person said of a file, ready to import it.
 *
 * @param today the day in Auckland, `YYYY-MM-DD`
 * @throws Refusal with a message for each field that is still open or wrong; `where` is the field's path in the values
 */
export function settleMapping(values: MappingValues, facts: MappingFacts, today: string): SettledMapping {
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) => faults.push(fieldFault(field, message));
  const offersSomething = saysOtherThan('Not Available', values, facts);
  for (const field of fieldNames) {
    const fault = faultOfField(field, values, facts, offersSomething);
    if (fault !== undefined) faults.push(fault);
  }
  for (const field of valuedFields) {
    for (const { from, to } of valueRows(field, values, facts))
      if (to === '') refuse(`meanings.${field}.${from}`, 'Please say what this means.');
  }
  const newProviders: string[] = [];
  const aliases: { alias: string; providerId: number }[] = [];
  for (const name of unknownProviders(values, facts)) {
    const chosen = said(values.providers, name);
    const known = facts.providers.find(({ id }) => String(id) === chosen);
    if (chosen === 'new') newProviders.push(name);
    else if (known !== undefined) aliases.push({ alias: name, providerId: known.id });
    else refuse(`providers.${name}`, 'Please say who this is.');
  }
  for (const { name, isRetired } of providersMeant(values, facts))
    if (isRetired) refuse('columns.provider', `${name} is retired: bring it back on its page first.`);
  if (cutNames(values, facts).length > 0 && !values.isConfirmed)
    refuse('isConfirmed', 'Please compare these columns with their values, then tick this.');
  const delivery = parseText(values.delivery);
  if (!delivery.ok) refuse('delivery', 'Please write one line, of at most 500 characters.');
  faults.push(...faultsOfMode(values, facts));
  const asOf = values.asOf === '' ? undefined : parseAsOf(values.asOf);
  if (asOf?.ok === false) refuse('asOf', 'Please give a day of the calendar, or leave this empty.');
  if (asOf?.ok === true && asOf.day > today) refuse('asOf', 'This day is still to come.');
  if (faults.length > 0) throw new Refusal('Please mend what is marked below.', faults);
  return {
    choices: choicesFrom(values, facts),
    mode: modeOf(values, facts),
    ...{ newProviders, aliases },
    ...(values.delivery.trim() === '' ? {} : { delivery: values.delivery.trim() }),
    ...(asOf?.ok === true ? { asOf: asOf.day } : {}),
  };
}

/** What is chosen of columns, constants and values. */
function choicesFrom(values: MappingValues, facts: MappingFacts): CoverageChoices {
  const columns: CoverageChoices['columns'] = {};
  const constants: CoverageChoices['constants'] = {};
  const meanings: CoverageChoices['values'] = {};
  for (const field of fieldNames) {
    const column = values.columns[field];
    if (column !== '' && column !== field) columns[field] = column;
    const constant = values.constants[field].trim();
    if (constant !== '' && isConstantAsked(field, values, facts)) constants[field] = constant;
    if (!isValuedField(field)) continue;
    const other = valueRows(field, values, facts).filter(({ from, to }) => foldName(from) !== foldName(to));
    if (other.length > 0) meanings[field] = Object.fromEntries(other.map(({ from, to }) => [from, to]));
  }
  return { ...noChoices, columns, constants, values: meanings };
}

function faultOfField(
  field: FieldName,
  values: MappingValues,
  facts: MappingFacts,
  offersSomething: boolean,
): Fault | undefined {
  const text = values.columns[field];
  const column = columnOf(text, facts.columns);
  if (text !== '' && column === undefined)
    return fieldFault(`columns.${field}`, 'The file has no such column: choose another.');
  const constant = values.constants[field].trim();
  if (constant !== '' && isConstantAsked(field, values, facts)) {
    const parsed = parseConstant(field, constant, facts);
    return parsed.ok ? undefined : fieldFault(`constants.${field}`, `${parsed.reason}.`);
  }
  const isNeeded = requiredFields.includes(field) && (offersSomething || !isSpeedField(field));
  if (!isNeeded || constant !== '') return undefined;
  if (column === undefined)
    return fieldFault(`columns.${field}`, 'Please choose a column, or write what it is for the whole file.');
  // a feature without an offer needs no speeds
  if (column.facts.blank === 0 || isSpeedField(field)) return undefined;
  return fieldFault(`constants.${field}`, 'Please write what it is where the file leaves it blank.');
}

function parseConstant(field: FieldName, text: string, { technologies }: MappingFacts): FieldValue<string | number> {
  switch (field) {
    case 'technology':
      return parseChoice(text, technologies);
    case 'availability':
      return parseChoice(text, availabilities);
    case 'wholesale_network':
      return parseChoice(text, wholesaleNetworks);
    case 'url':
      return parseUrl(text);
    case 'timing_id':
      return parseWholeNumber(text);
    case 'provider':
    case 'completion':
      return parseText(text);
    default:
      return parseSpeed(text);
  }
}

function saysOtherThan(availability: string, values: MappingValues, facts: MappingFacts): boolean {
  const all = valueRows('availability', values, facts).map(({ to }) => to);
  if (isConstantAsked('availability', values, facts)) all.push(values.constants.availability);
  return all.some((each) => each !== '' && each !== availability);
}

/** What becomes of the layers that stand; where none are in question, nothing is asked. */
function modeOf(values: MappingValues, facts: MappingFacts): ImportMode {
  const { mode } = values;
  if (mode === 'replace all') return mode;
  return rivalsOf(values, facts).length === 0 || mode === '' ? 'join' : mode;
}

function faultsOfMode(values: MappingValues, facts: MappingFacts): Fault[] {
  const mode = modeOf(values, facts);
  const rivals = rivalsOf(values, facts);
  if (rivals.length === 0 || mode === 'replace all') return [];
  if (mode === 'join') return [fieldFault('mode', 'Please say what becomes of what is published.')];
  const technologies = technologiesMeant(values, facts);
  const providers = providersMeant(values, facts);
  // which technology is whose is known only where there is one of either
  if (technologies.length > 1 && providers.length > 1) return [];
  const delivery = values.delivery.trim() || usualDelivery(values, facts);
  const incoming = technologies.flatMap((technology) =>
    providers.map(({ name }) => ({ technology, provider: name, delivery })),
  );
  try {
    layersThatStay(rivals, incoming, mode);
    return [];
  } catch {
    const names = [...new Set(rivals.map((rival) => `“${rival.delivery}”`))].join(', ');
    const message =
      mode === 'add'
        ? `There is a delivery called “${delivery}” already: call this one otherwise, or replace that one.`
        : `There are several deliveries (${names}): write here which of them this one replaces.`;
    return [fieldFault('delivery', message)];
  }
}

function fieldFault(field: string, sentence: string): Fault {
  return { where: { field }, reason: { code: 'worded', sentence } };
}
