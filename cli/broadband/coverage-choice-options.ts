import { type Command, InvalidArgumentError, Option } from 'commander';
import { option } from '#cli/options.ts';
import { availabilities } from '#lib/broadband/availability.ts';
import { type PlaceField, placeFields } from '#lib/broadband/import/csv/place-columns.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import { parseSpeed, parseText, parseUrl, parseWholeNumber } from '#lib/broadband/import/offers/field-values.ts';
import { type FieldName, fieldNames, optionOf, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { namesOfAll, type Reference } from '#lib/broadband/import/projection/reference.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { getDecoder } from '#lib/broadband/import/shapefile/text-encoding.ts';

type Columns = ReadonlyMap<FieldName | PlaceField, string>;
type Meanings = ReadonlyMap<FieldName, ReadonlyMap<string, string>>;

/** The options that say how a file is read and what it means, as commander names them. */
export interface ChoiceCommandOptions {
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
  readonly map?: Columns;
  readonly value?: Meanings;
  readonly crs?: Reference;
  readonly swap?: boolean;
  readonly layer?: string;
  readonly encoding?: string;
}

/** Gives a command the options that say how a file is read and what it means. */
export function addChoiceOptions(command: Command): Command {
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
    .option(
      '--map <field=column>',
      'read a field from a column of another name; of two speeds as in 900/500 one is COLUMN[first] or COLUMN[second], of other units COLUMN[kbps] or COLUMN[Gbps]; repeatable',
      addMapping,
    )
    .option('--value <field:from=to>', 'what one of a field’s values means; repeatable', addMeaning)
    .option('--crs <name>', `what the coordinates are in, whatever the file says: ${namesOfAll()}`, reference)
    .option('--swap', 'the file writes latitude before longitude, or northing before easting')
    .option('--layer <name>', 'which layer to read of a file that has several')
    .option('--encoding <name>', 'the encoding of its texts, such as UTF-8 or windows-1252', encoding);
}

/** What the options choose. */
export function choicesOf(options: ChoiceCommandOptions): CoverageChoices {
  const {
    layer,
    crs,
    swap,
    encoding: chosenEncoding,
    map = new Map() as Columns,
    value = new Map() as Meanings,
  } = options;
  const constants: CoverageChoices['constants'] = {
    ...given('technology', options.technology),
    ...given('provider', options.provider),
    ...given('availability', options.availability),
    ...given('completion', options.completion),
    ...given('wholesale_network', options.wholesale),
    ...given('url', options.url),
    ...given('bandwidth_min_mbps', options.minDown),
    ...given('bandwidth_max_mbps', options.maxDown),
    ...given('bandwidth_up_min_mbps', options.minUp),
    ...given('bandwidth_up_max_mbps', options.maxUp),
    ...given('timing_id', options.timingId),
  };
  return {
    ...(layer === undefined ? {} : { layer }),
    ...(crs === undefined ? {} : { crs: crs.code }),
    ...(chosenEncoding === undefined ? {} : { encoding: chosenEncoding }),
    swap: swap === true,
    constants,
    columns: Object.fromEntries(fieldNames.flatMap((field) => (map.has(field) ? [[field, map.get(field) ?? '']] : []))),
    places: Object.fromEntries(placeFields.flatMap((field) => (map.has(field) ? [[field, map.get(field) ?? '']] : []))),
    values: Object.fromEntries([...value].map(([field, meanings]) => [field, Object.fromEntries(meanings)])),
  };
}

function given(field: FieldName, value: string | number | undefined): CoverageChoices['constants'] {
  return value === undefined ? {} : { [field]: value };
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

function addMapping(text: string, earlier: Columns = new Map()): Columns {
  const [, name, column] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const field = [...fieldNames, ...placeFields].find((known) => known === name);
  if (column === undefined) throw new InvalidArgumentError('It must be written as FIELD=COLUMN.');
  if (field === undefined) {
    throw new InvalidArgumentError(
      `The field must be one of ${fieldNames.join(', ')}; in a table it may also be one of ${placeFields.join(', ')}.`,
    );
  }
  if (earlier.has(field)) throw new InvalidArgumentError(`${field} is mapped twice.`);
  return new Map([...earlier, [field, column]]);
}

function addMeaning(text: string, earlier: Meanings = new Map()): Meanings {
  const [, name, from, to] = /^([^:]*):([^=]+)=(.+)$/s.exec(text) ?? [];
  const field = fieldNames.find((known) => known === name);
  if (from === undefined || to === undefined) throw new InvalidArgumentError('It must be written as FIELD:FROM=TO.');
  if (field === undefined) throw new InvalidArgumentError(`The field must be one of ${fieldNames.join(', ')}.`);
  return new Map([...earlier, [field, new Map([...(earlier.get(field) ?? []), [from, to]])]]);
}
