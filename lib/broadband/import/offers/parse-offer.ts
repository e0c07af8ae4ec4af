import { availabilities } from '#lib/broadband/availability.ts';
import type { FieldMeanings } from '#lib/broadband/import/mapping/choices.ts';
import { partOf, resolveChoice, type SpeedUnit } from '#lib/broadband/import/mapping/column-choice.ts';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
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
  optionOf,
  type WholesaleNetwork,
  wholesaleNetworks,
} from './offer-fields.ts';

/** A provider as it is known, or is about to be made; its URL and wholesale value fill what an offer leaves blank. */
export interface ImportProvider {
  readonly name: string;
  readonly url: string;
  readonly wholesaleNetwork: WholesaleNetwork;
}

/** How a file's features become offers. */
export interface FieldRules {
  /** From which column a field is read, where that is not the field's own name: `SPEED`, `SPEED[first,kbps]`. */
  readonly columns: ReadonlyMap<FieldName, string>;
  /** What a field's values mean, by their folded form. */
  readonly values: FieldMeanings;
  /** A field's value where the feature leaves it blank. */
  readonly defaults: ReadonlyMap<FieldName, PropertyValue>;
  /** Names of the technologies in use. */
  readonly technologies: readonly string[];
  /** The provider of that name; undefined when it is not known and must not be made. */
  getProvider(name: string): ImportProvider | undefined;
  /** Whether a provider of that name stood before. */
  isKnownProvider(name: string): boolean;
}

export interface ParsedOffer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly fields: OfferFields;
  /** A completion was given, and the API never shows one with this availability (N6). */
  readonly isCompletionDropped: boolean;
}

/**
 * Reads an offer from a feature's properties.
 *
 * @returns all that is wrong, not the first fault only; each names the field and the value
 */
export function parseOffer(
  properties: ReadonlyMap<string, PropertyValue>,
  rules: FieldRules,
): { readonly ok: true; readonly offer: ParsedOffer } | { readonly ok: false; readonly faults: readonly string[] } {
  const faults: string[] = [];

  function read<T>(
    name: FieldName,
    parse: (value: PropertyValue, unit: SpeedUnit | undefined) => FieldValue<T>,
    blank?: T,
  ): T | undefined {
    const { column, part, unit } = resolveChoice(rules.columns.get(name) ?? name, (each) => properties.has(each));
    const given = properties.get(column);
    const refuse = (reason: string) => {
      faults.push(`${name}${column === name ? '' : ` (column "${column}")`} ${reason}`);
      return undefined;
    };
    if (given === undefined || isBlank(given)) {
      const value = rules.defaults.get(name);
      if (value === undefined || isBlank(value)) {
        if (blank === undefined) faults.push(`${name} is missing: add the column, or give ${optionOf[name]}`);
        return blank;
      }
      const parsed = parse(value, undefined);
      return parsed.ok ? parsed.value : refuse(parsed.reason);
    }
    const taken = part === undefined ? given : partOf(given, part);
    if (taken === undefined) return refuse(`${showValue(given)} is not two speeds such as 900/500`);
    const parsed = parse(rules.values.get(name)?.get(foldName(String(taken))) ?? taken, unit);
    return parsed.ok ? parsed.value : refuse(parsed.reason);
  }

  const technology = read('technology', (value) => parseChoice(value, rules.technologies));
  const provider = read('provider', (value) => parseProvider(value, rules));
  const availability = read('availability', (value) => parseChoice(value, availabilities));
  const completion = read<string>('completion', parseText, '');
  const wholesaleNetwork = read(
    'wholesale_network',
    (value) => parseChoice(value, wholesaleNetworks),
    provider?.wholesaleNetwork ?? 'No',
  );
  const url = read('url', parseUrl, provider?.url ?? '');
  // where nothing is to be had there are no speeds to tell
  const noSpeed = availability === 'Not Available' ? 0 : undefined;
  const minDownloadMbps = read('bandwidth_min_mbps', parseSpeed, noSpeed);
  const maxDownloadMbps = read('bandwidth_max_mbps', parseSpeed, noSpeed);
  const minUploadMbps = read('bandwidth_up_min_mbps', parseSpeed, noSpeed);
  const maxUploadMbps = read('bandwidth_up_max_mbps', parseSpeed, noSpeed);
  const timingId = read('timing_id', parseWholeNumber, 0);
  if (isAbove(minDownloadMbps, maxDownloadMbps)) {
    faults.push(`bandwidth_min_mbps ${minDownloadMbps} is above bandwidth_max_mbps ${maxDownloadMbps}`);
  }
  if (isAbove(minUploadMbps, maxUploadMbps)) {
    faults.push(`bandwidth_up_min_mbps ${minUploadMbps} is above bandwidth_up_max_mbps ${maxUploadMbps}`);
  }

  if (
    technology === undefined ||
    provider === undefined ||
    availability === undefined ||
    completion === undefined ||
    wholesaleNetwork === undefined ||
    url === undefined ||
    minDownloadMbps === undefined ||
    maxDownloadMbps === undefined ||
    minUploadMbps === undefined ||
    maxUploadMbps === undefined ||
    timingId === undefined ||
    faults.length > 0
  ) {
    return { ok: false, faults };
  }
  const isShown = availability === 'Planned' || availability === 'Underway';
  const fields: OfferFields = {
    availability,
    completion: isShown && completion !== '' ? completion : null,
    wholesaleNetwork,
    url,
    minDownloadMbps,
    maxDownloadMbps,
    minUploadMbps,
    maxUploadMbps,
    timingId,
  };
  return {
    ok: true,
    offer: { technology, provider, fields, isCompletionDropped: !isShown && completion !== '' },
  };
}

function parseProvider(value: PropertyValue, rules: FieldRules): FieldValue<ImportProvider> {
  const name = parseText(value);
  if (!name.ok) return name;
  const provider = rules.getProvider(name.value);
  if (provider !== undefined) return { ok: true, value: provider };
  return { ok: false, reason: unknownProvider(name.value) };
}

/** What a person reads who named a provider that is not known. */
export function unknownProvider(name: string): string {
  return `${JSON.stringify(name)} is not a provider that is known: mind the spelling, or add it with --new-provider`;
}

function isAbove(least: number | undefined, most: number | undefined): boolean {
  return least !== undefined && most !== undefined && least > most;
}
