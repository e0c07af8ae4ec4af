import { availabilities } from '#lib/broadband/availability.ts';
import type { FieldMeanings } from '#lib/broadband/import/mapping/choices.ts';
import { partOf, resolveChoice, type SpeedUnit } from '#lib/broadband/import/mapping/column-choice.ts';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import type { Reason } from '#lib/refusal.ts';
import {
  type FieldValue,
  isBlank,
  parseChoice,
  parseSpeed,
  parseText,
  parseUrl,
  parseWholeNumber,
  showValue,
} from './field-values.ts';
import { foldName } from './fold-name.ts';
import {
  type FieldName,
  type OfferFields,
  type SpeedField,
  type WholesaleNetwork,
  wholesaleNetworks,
} from './offer-fields.ts';
import { type DefaultSpeeds, getDefaultSpeed, reversedSpeeds } from './speeds.ts';

/**
 * A provider that is known or is being added; its URL, its wholesale value and its default speeds fill what an offer leaves
 * blank.
 */
export interface ImportProvider {
  readonly name: string;
  readonly url: string;
  readonly wholesaleNetwork: WholesaleNetwork;
  readonly defaultSpeeds?: readonly DefaultSpeeds[];
}

/** How the features of a file become offers. */
export interface FieldRules {
  /** The columns of fields that are not read from the column with their own name: `SPEED`, `SPEED[first,kbps]`. */
  readonly columns: ReadonlyMap<FieldName, string>;
  /** What the values of a field mean, by their folded form. */
  readonly values: FieldMeanings;
  /** The value of a field where a feature leaves it blank. */
  readonly defaults: ReadonlyMap<FieldName, PropertyValue>;
  /** Names of the technologies in use. */
  readonly technologies: readonly string[];
  /** The provider of that name; undefined when it is not known and must not be added. */
  getProvider(name: string): ImportProvider | undefined;
  /** Whether a provider of that name existed before this import. */
  isKnownProvider(name: string): boolean;
}

export interface ParsedOffer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly fields: OfferFields;
  /** Whether there was a completion, which the API never shows with this availability (N6). */
  readonly isCompletionDropped: boolean;
  /** The speeds that are defaults of the provider (N18). */
  readonly defaulted: readonly SpeedField[];
}

type ParsedFeature =
  | { readonly ok: true; readonly offer: ParsedOffer }
  | { readonly ok: false; readonly faults: readonly Reason[] };

/** Reads an offer from the properties of a feature, or gives everything that is wrong with them. */
export function parseOffer(properties: ReadonlyMap<string, PropertyValue>, rules: FieldRules): ParsedFeature {
  const faults: Reason[] = [];
  const read = fieldReader(properties, rules, faults);
  const technology = read('technology', (value) => parseChoice(value, rules.technologies));
  const provider = read('provider', (value) => parseProvider(value, rules));
  const availability = read('availability', (value) => parseChoice(value, availabilities));
  const completion = read<string>('completion', parseText, () => '');
  const usualWholesale = provider?.wholesaleNetwork ?? 'No';
  const defaulted: SpeedField[] = [];
  const readSpeed = (field: SpeedField) =>
    read(field, parseSpeed, () => {
      // where nothing is available there are no speeds
      if (availability === 'Not Available') return 0;
      const speed = getDefaultSpeed(provider?.defaultSpeeds, technology, field);
      if (speed !== undefined) defaulted.push(field);
      return speed;
    });
  const fields = {
    availability,
    wholesaleNetwork: read(
      'wholesale_network',
      (value) => parseChoice(value, wholesaleNetworks),
      () => usualWholesale,
    ),
    url: read('url', parseUrl, () => provider?.url ?? ''),
    minDownloadMbps: readSpeed('bandwidth_min_mbps'),
    maxDownloadMbps: readSpeed('bandwidth_max_mbps'),
    minUploadMbps: readSpeed('bandwidth_up_min_mbps'),
    maxUploadMbps: readSpeed('bandwidth_up_max_mbps'),
    timingId: read('timing_id', parseWholeNumber, () => 1),
  };
  refuseReversed(faults, fields, defaulted);
  if (faults.length > 0 || technology === undefined || provider === undefined || !isComplete(fields))
    return { ok: false, faults };
  const isShown = fields.availability === 'Planned' || fields.availability === 'Underway';
  const hasCompletion = completion !== undefined && completion !== '';
  return {
    ok: true,
    offer: {
      technology,
      provider,
      isCompletionDropped: !isShown && hasCompletion,
      defaulted,
      fields: { ...fields, completion: isShown && hasCompletion ? completion : null },
    },
  };
}

type ReadField = <T>(
  name: FieldName,
  parse: (value: PropertyValue, unit: SpeedUnit | undefined) => FieldValue<T>,
  ifBlank?: () => T | undefined,
) => T | undefined;

/**
 * Reads the fields of a feature one by one; what is wrong is added to `faults`. A field is missing if `ifBlank` gives no
 * value either.
 */
function fieldReader(properties: ReadonlyMap<string, PropertyValue>, rules: FieldRules, faults: Reason[]): ReadField {
  return (name, parse, ifBlank) => {
    const { column, part, unit } = resolveChoice(rules.columns.get(name) ?? name, (each) => properties.has(each));
    const of = { field: name, ...(column === name ? {} : { column }) };
    const accept = <T>(parsed: FieldValue<T>): T | undefined => {
      if (parsed.ok) return parsed.value;
      faults.push({ ...parsed.reason, of });
      return undefined;
    };
    const given = properties.get(column);
    if (given === undefined || isBlank(given)) {
      const value = rules.defaults.get(name);
      if (value !== undefined && !isBlank(value)) return accept(parse(value, undefined));
      const blank = ifBlank?.();
      if (blank === undefined) faults.push({ code: 'offer-field-missing', field: name });
      return blank;
    }
    const taken = part === undefined ? given : partOf(given, part);
    if (taken === undefined)
      return accept({ ok: false, reason: { code: 'value-not-two-speeds', value: showValue(given) } });
    return accept(parse(rules.values.get(name)?.get(foldName(String(taken))) ?? taken, unit));
  };
}

function parseProvider(value: PropertyValue, rules: FieldRules): FieldValue<ImportProvider> {
  const name = parseText(value);
  if (!name.ok) return name;
  const provider = rules.getProvider(name.value);
  if (provider !== undefined) return { ok: true, value: provider };
  return { ok: false, reason: { code: 'provider-unknown', name: name.value } };
}

function refuseReversed(faults: Reason[], fields: Partial<OfferFields>, defaulted: readonly SpeedField[]): void {
  const speeds: Readonly<Record<SpeedField, number | undefined>> = {
    bandwidth_min_mbps: fields.minDownloadMbps,
    bandwidth_max_mbps: fields.maxDownloadMbps,
    bandwidth_up_min_mbps: fields.minUploadMbps,
    bandwidth_up_max_mbps: fields.maxUploadMbps,
  };
  for (const reversed of reversedSpeeds((field) => speeds[field])) {
    const defaults = defaulted.filter((field) => field === reversed.low || field === reversed.high);
    faults.push({ ...reversed, ...(defaults.length === 0 ? {} : { defaults }) });
  }
}

type Complete<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> };

function isComplete<T extends object>(values: T): values is T & Complete<T> {
  return Object.values(values).every((value) => value !== undefined);
}
