import { parseAsOf } from '#lib/broadband/as-of.ts';
import { availabilities } from '#lib/broadband/availability.ts';
import { type ImportMode, layersToKeep } from '#lib/broadband/import/layer-plan.ts';
import {
  type FieldValue,
  parseChoice,
  parseSpeed,
  parseText,
  parseUrl,
  parseWholeNumber,
} from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import {
  type FieldName,
  fieldNames,
  isSpeedField,
  isValuedField,
  requiredFields,
  type SpeedField,
  type ValuedField,
  valuedFields,
  wholesaleNetworks,
} from '#lib/broadband/import/offers/offer-fields.ts';
import { reversedSpeeds } from '#lib/broadband/import/offers/speeds.ts';
import { type Fault, type Reason, Refusal } from '#lib/refusal.ts';
import { type CoverageChoices, noChoices } from './choices.ts';
import {
  columnOf,
  defaultSpeedsMeant,
  entryOf,
  fieldsWithCutNames,
  isConstantUsed,
  lackingDefaults,
  type MappingFacts,
  type MappingValues,
  providersMeant,
  publishedAlready,
  technologiesMeant,
  unknownProviders,
  usualDelivery,
  type ValueRow,
  valueRows,
} from './mapping-values.ts';

/** What an import needs once a person has said what the file means. */
export interface SettledMapping {
  readonly choices: CoverageChoices;
  readonly mode: ImportMode;
  /** The names of the providers to add. */
  readonly newProviders: readonly string[];
  /** Other names of known providers. */
  readonly aliases: readonly ProviderAlias[];
  readonly delivery?: string;
  readonly asOf?: string;
}

interface ProviderAlias {
  readonly alias: string;
  readonly providerId: number;
}

/** What is wrong with a field, named by its path in the values: `columns.technology`. */
const faultAt = (field: string, reason: Reason): Fault => ({ where: { field }, reason });

/**
 * What a person said about a file, ready for the import.
 *
 * @param today the day in Auckland, `YYYY-MM-DD`
 * @throws Refusal with a fault for each field that is open or wrong
 */
export function settleMapping(values: MappingValues, facts: MappingFacts, today: string): SettledMapping {
  const { newProviders, aliases, faults } = settleProviders(values, facts);
  faults.unshift(...faultsOfFields(values, facts));
  if (fieldsWithCutNames(values, facts).length > 0 && !values.isConfirmed)
    faults.push(faultAt('isConfirmed', { code: 'short-names-unconfirmed' }));
  const delivery = parseText(values.delivery);
  if (!delivery.ok) faults.push(faultAt('delivery', delivery.reason));
  faults.push(...faultsOfMode(values, facts));
  const asOf = values.asOf === '' ? undefined : parseAsOf(values.asOf);
  if (asOf?.ok === false) faults.push(faultAt('asOf', asOf.reason));
  if (asOf?.ok === true && asOf.day > today)
    faults.push(faultAt('asOf', { code: 'as-of-in-future', day: asOf.day, today }));
  if (faults.length > 0) throw new Refusal({ code: 'fields' }, faults);
  return {
    choices: choicesFrom(values, facts),
    mode: modeOf(values, facts),
    newProviders,
    aliases,
    ...(values.delivery.trim() === '' ? {} : { delivery: values.delivery.trim() }),
    ...(asOf?.ok === true ? { asOf: asOf.day } : {}),
  };
}

function faultsOfFields(values: MappingValues, facts: MappingFacts): Fault[] {
  const needsSpeeds = saysOtherThan('Not Available', values, facts);
  return [
    ...fieldNames.flatMap((field) => faultOfField(field, values, facts, needsSpeeds) ?? []),
    ...faultsOfSpeeds(values, facts),
    ...valuedFields.flatMap((field) =>
      valueRows(field, values, facts).flatMap((row) => faultOfMeaning(field, row, facts) ?? []),
    ),
  ];
}

function faultOfMeaning(field: ValuedField, { from, to }: ValueRow, facts: MappingFacts): Fault | undefined {
  const meant = to === '' ? undefined : parseConstant(field, to, facts);
  if (meant?.ok) return undefined;
  return faultAt(`meanings.${field}.${from}`, meant?.reason ?? { code: 'meaning-needed' });
}

function faultOfField(
  field: FieldName,
  values: MappingValues,
  facts: MappingFacts,
  needsSpeeds: boolean,
): Fault | undefined {
  const text = values.columns[field];
  const column = columnOf(text, facts.columns);
  if (text !== '' && column === undefined) return faultAt(`columns.${field}`, { code: 'column-gone' });
  const constant = values.constants[field].trim();
  if (constant !== '' && isConstantUsed(field, values, facts)) {
    const parsed = parseConstant(field, constant, facts);
    return parsed.ok ? undefined : faultAt(`constants.${field}`, parsed.reason);
  }
  const isNeeded = requiredFields.includes(field) && (needsSpeeds || !isSpeedField(field));
  if (!isNeeded || constant !== '') return undefined;
  if (column === undefined) return isSpeedField(field) ? faultOfSpeed(field, values, facts) : notGiven(field);
  // a feature without an offer needs no speeds
  if (column.facts.blank === 0 || isSpeedField(field)) return undefined;
  return faultAt(`constants.${field}`, { code: 'blank-value-needed' });
}

const notGiven = (field: FieldName) => faultAt(`columns.${field}`, { code: 'column-or-value-needed' });

/** A speed that neither a column nor a value gives needs defaults of the providers (N18). */
function faultOfSpeed(field: SpeedField, values: MappingValues, facts: MappingFacts): Fault | undefined {
  const defaults = defaultSpeedsMeant(field, values, facts);
  if (defaults.every(({ mbps }) => mbps === undefined)) return notGiven(field);
  const lacking = lackingDefaults(defaults).map(({ provider, technology }) => ({ provider, technology }));
  return lacking.length === 0 ? undefined : faultAt(`columns.${field}`, { code: 'speed-needed', lacking });
}

/** Of speeds for the whole file, the lowest must not be above the highest. */
function faultsOfSpeeds(values: MappingValues, facts: MappingFacts): Fault[] {
  const speedOf = (field: SpeedField) => {
    const text = values.constants[field].trim();
    const parsed = text === '' || !isConstantUsed(field, values, facts) ? undefined : parseSpeed(text);
    return parsed?.ok === true ? parsed.value : undefined;
  };
  return reversedSpeeds(speedOf).map((reason) => faultAt(`constants.${reason.high}`, reason));
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
  if (isConstantUsed('availability', values, facts)) all.push(values.constants.availability);
  return all.some((each) => each !== '' && each !== availability);
}

function settleProviders(values: MappingValues, facts: MappingFacts) {
  const newProviders: string[] = [];
  const aliases: ProviderAlias[] = [];
  const faults: Fault[] = [];
  for (const name of unknownProviders(values, facts)) {
    const chosen = entryOf(values.providers, name);
    const known = facts.providers.find(({ id }) => String(id) === chosen);
    if (chosen === 'new') newProviders.push(name);
    else if (known !== undefined) aliases.push({ alias: name, providerId: known.id });
    else faults.push(faultAt(`providers.${name}`, { code: 'provider-needed' }));
  }
  for (const { name, isRetired } of providersMeant(values, facts))
    if (isRetired) faults.push(faultAt('columns.provider', { code: 'provider-retired', name }));
  return { newProviders, aliases, faults };
}

/** What happens to the published layers; without any of the same technology and provider, there is no question. */
function modeOf(values: MappingValues, facts: MappingFacts): ImportMode {
  const { mode } = values;
  if (mode === 'replace all') return mode;
  return publishedAlready(values, facts).length === 0 || mode === '' ? 'join' : mode;
}

function faultsOfMode(values: MappingValues, facts: MappingFacts): Fault[] {
  const mode = modeOf(values, facts);
  const published = publishedAlready(values, facts);
  if (published.length === 0 || mode === 'replace all') return [];
  if (mode === 'join') return [faultAt('mode', { code: 'mode-needed' })];
  const technologies = technologiesMeant(values, facts);
  const providers = providersMeant(values, facts);
  // which technology belongs to which provider is only known if there is just one of either
  if (technologies.length > 1 && providers.length > 1) return [];
  const delivery = values.delivery.trim() || usualDelivery(values, facts);
  const incoming = technologies.flatMap((technology) =>
    providers.map(({ name }) => ({ technology, provider: name, delivery })),
  );
  try {
    layersToKeep(published, incoming, mode);
    return [];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return fault.faults.slice(0, 1).map(({ reason }) => faultAt('delivery', reason));
  }
}

function choicesFrom(values: MappingValues, facts: MappingFacts): CoverageChoices {
  const columns: CoverageChoices['columns'] = {};
  const constants: CoverageChoices['constants'] = {};
  const meanings: CoverageChoices['values'] = {};
  for (const field of fieldNames) {
    const column = values.columns[field];
    if (column !== '' && column !== field) columns[field] = column;
    const constant = values.constants[field].trim();
    if (constant !== '' && isConstantUsed(field, values, facts)) constants[field] = constant;
    if (!isValuedField(field)) continue;
    const other = valueRows(field, values, facts).filter(({ from, to }) => foldName(from) !== foldName(to));
    if (other.length > 0) meanings[field] = Object.fromEntries(other.map(({ from, to }) => [from, to]));
  }
  return { ...noChoices, columns, constants, values: meanings };
}
