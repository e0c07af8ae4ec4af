import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseAsOf } from '#lib/broadband/as-of.ts';
import { availabilities } from '#lib/broadband/availability.ts';
import {
  type FieldValue,
  parseSpeed,
  parseText,
  parseUrl,
  parseWholeNumber,
} from '#lib/broadband/import/field-values.ts';
import type { ImportMode } from '#lib/broadband/import/layer-plan.ts';
import { type FieldName, fieldNames, optionOf, wholesaleNetworks } from '#lib/broadband/import/offer-fields.ts';
import { namesOfAll, type Reference } from '#lib/broadband/import/projection/reference.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { getDecoder } from '#lib/broadband/import/shapefile/text-encoding.ts';
import type { ReadingChoices } from '#lib/broadband/import/source.ts';

/** The options of `coverage import`, as commander names them. */
export interface ImportCommandOptions {
  readonly technology?: string;
  readonly provider?: string;
  readonly availability?: string;
  readonly completion?: string;
  readonly wholesale?: string;
  readonly url?: string;
  readonly minDown?: number;
  readonly maxDown?: number;
  readonly minUp?: number;
  readonly maxUp?: number;
  readonly timingId?: number;
  readonly map?: ReadonlyMap<FieldName, string>;
  readonly crs?: Reference;
  readonly swap?: boolean;
  readonly layer?: string;
  readonly encoding?: string;
  readonly asOf?: string;
  readonly delivery?: string;
  readonly publish?: boolean;
  readonly add?: boolean;
  readonly replace?: boolean;
  readonly replaceAll?: boolean;
  readonly newProvider?: boolean;
  readonly force?: boolean;
}

/** Gives `coverage import` its options. What a feature says itself wins over them. */
export function addImportOptions(command: Command): Command {
  const speed = (name: FieldName, what: string) =>
    command.addOption(new Option(`${optionOf[name]} <mbps>`, what).argParser(option(parseSpeed)));
  command
    .option(`${optionOf.technology} <name>`, 'technology where the file names none, such as Fibre', option(parseText))
    .option(`${optionOf.provider} <name>`, 'provider where the file names none', option(parseText))
    .addOption(
      new Option(`${optionOf.availability} <value>`, 'availability where the file has none').choices(availabilities),
    )
    .option(
      `${optionOf.completion} <text>`,
      'completion date where the file has none, in any words',
      option(parseText),
    );
  speed('bandwidth_min_mbps', 'lowest download speed where the file has none');
  speed('bandwidth_max_mbps', 'highest download speed');
  speed('bandwidth_up_min_mbps', 'lowest upload speed');
  speed('bandwidth_up_max_mbps', 'highest upload speed');
  return command
    .addOption(
      new Option(`${optionOf.wholesale_network} <value>`, 'whether the network is wholesale only').choices(
        wholesaleNetworks,
      ),
    )
    .option(`${optionOf.url} <address>`, 'the provider’s address on the web', option(parseUrl))
    .option(`${optionOf.timing_id} <number>`, 'timing_id, a whole number', option(parseWholeNumber))
    .option('--map <field=column>', 'read a field from a column of another name; repeatable', addMapping)
    .option('--crs <name>', `what the coordinates are in, whatever the file says: ${namesOfAll()}`, reference)
    .option('--swap', 'the file writes latitude before longitude, or northing before easting')
    .option('--layer <name>', 'which layer to read of a file that has several')
    .option('--encoding <name>', 'the encoding of its texts, such as UTF-8 or windows-1252', encoding)
    .option('--as-of <date>', 'the day that the provider’s data stand for, such as 2026-11-20', asOfDay)
    .option(
      '--delivery <name>',
      'what this delivery is called, now and for later files of the provider’s layer',
      option(parseName),
    )
    .option('--publish', 'publish the new version at once')
    .addOption(
      new Option('--add', 'keep the layers of the same technology and provider').conflicts(['replace', 'replaceAll']),
    )
    .addOption(new Option('--replace', 'replace the layer of the same technology and provider').conflicts('replaceAll'))
    .option('--replace-all', 'replace everything that is published')
    .option('--new-provider', 'add providers that are not known yet')
    .option('--force', 'with --publish: even if more than 20 % of a technology’s area goes');
}

/** What the options say of each field. */
export function defaultsOf(options: ImportCommandOptions): Map<FieldName, string | number> {
  const given: [FieldName, string | number | undefined][] = [
    ['technology', options.technology],
    ['provider', options.provider],
    ['availability', options.availability],
    ['completion', options.completion],
    ['wholesale_network', options.wholesale],
    ['url', options.url],
    ['bandwidth_min_mbps', options.minDown],
    ['bandwidth_max_mbps', options.maxDown],
    ['bandwidth_up_min_mbps', options.minUp],
    ['bandwidth_up_max_mbps', options.maxUp],
    ['timing_id', options.timingId],
  ];
  return new Map(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** How the options say that a file is to be read. */
export function readingOf({ crs, swap, layer, encoding }: ImportCommandOptions): ReadingChoices {
  return { reference: crs, isSwapped: swap === true, layer, encoding };
}

export function modeOf({ add, replace, replaceAll }: ImportCommandOptions): ImportMode {
  if (add === true) return 'add';
  if (replace === true) return 'replace';
  return replaceAll === true ? 'replace all' : 'join';
}

/** A number of a version. */
export function versionNumber(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('It must be a version’s number, as "coverage list" shows it.');
  return text;
}

/** A number of a layer. */
export function layerNumber(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a layer’s number, as "coverage list" shows it.');
  return text;
}

function reference(text: string): Reference {
  const parsed = parseReferenceName(text);
  if (parsed.ok) return parsed.reference;
  throw new InvalidArgumentError(`It must be one of ${namesOfAll()}.`);
}

function encoding(text: string): string {
  if (getDecoder(text) === undefined) throw new InvalidArgumentError('It must be one such as UTF-8 or windows-1252.');
  return text;
}

function asOfDay(text: string): string {
  const parsed = parseAsOf(text);
  if (!parsed.ok) throw new InvalidArgumentError(`It ${parsed.reason}.`);
  return parsed.day;
}

function parseName(text: string): FieldValue<string> {
  const parsed = parseText(text);
  return parsed.ok && parsed.value === '' ? { ok: false, reason: 'It is empty' } : parsed;
}

function option<T>(parse: (text: string) => FieldValue<T>): (text: string) => T {
  return (text) => {
    const parsed = parse(text);
    if (!parsed.ok) throw new InvalidArgumentError(`${parsed.reason}.`);
    return parsed.value;
  };
}

function addMapping(text: string, earlier: ReadonlyMap<FieldName, string> = new Map()): ReadonlyMap<FieldName, string> {
  const [, name, column] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const field = fieldNames.find((known) => known === name);
  if (column === undefined) throw new InvalidArgumentError('It must be written as FIELD=COLUMN.');
  if (field === undefined) throw new InvalidArgumentError(`The field must be one of ${fieldNames.join(', ')}.`);
  if (earlier.has(field)) throw new InvalidArgumentError(`${field} is mapped twice.`);
  return new Map([...earlier, [field, column]]);
}
