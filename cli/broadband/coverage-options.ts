import { type Command, InvalidArgumentError, Option } from 'commander';
import { nameOption, option } from '#cli/options.ts';
import { sentenceOf } from '#cli/words.ts';
import { parseAsOf } from '#lib/broadband/as-of.ts';
import { availabilities } from '#lib/broadband/availability.ts';
import { type PlaceField, placeFields } from '#lib/broadband/import/csv/place-fields.ts';
import type { ImportMode } from '#lib/broadband/import/layer-plan.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import { parseSpeed, parseText, parseUrl, parseWholeNumber } from '#lib/broadband/import/offers/field-values.ts';
import { type FieldName, fieldNames, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import type { Reference } from '#lib/broadband/import/projection/reference.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { getDecoder } from '#lib/broadband/import/shapefile/text-encoding.ts';
import type { ReadingChoices } from '#lib/broadband/import/source.ts';
import { allReferenceNames } from '#lib/words/coverage/reference.ts';
import { choiceOptions, coverageControls, optionOf } from './coverage-controls.ts';

const { dayExample } = coverageControls;

/** The options of `coverage import`, with commander's names. */
export interface ImportCommandOptions extends ChoiceCommandOptions {
  readonly asProposed?: boolean;
  readonly asOf?: string;
  readonly delivery?: string;
  readonly publish?: boolean;
  readonly add?: boolean;
  readonly replace?: boolean;
  readonly replaceAll?: boolean;
  readonly newProvider?: boolean;
  readonly force?: boolean;
}

/** Adds the options of `coverage import`. What a feature says itself wins over them. */
export function addImportOptions(command: Command): Command {
  return addChoiceOptions(command)
    .option('--as-proposed', 'use columns and values as "coverage inspect" proposes them')
    .option('--as-of <date>', `the day that the provider’s data are as of, such as ${dayExample}`, asOfDay)
    .option(
      `${choiceOptions.delivery} <name>`,
      'the name of this delivery, also for later files of the provider’s layer',
      nameOption,
    )
    .option('--publish', 'publish the new version')
    .addOption(
      new Option(choiceOptions.add, 'keep the layers of the same technology and provider').conflicts([
        'replace',
        'replaceAll',
      ]),
    )
    .addOption(
      new Option(choiceOptions.replace, 'replace the layer of the same technology and provider').conflicts(
        'replaceAll',
      ),
    )
    .option('--replace-all', 'replace everything that is published')
    .option(choiceOptions['new-provider'], 'add unknown providers');
}

export function modeOf({ add, replace, replaceAll }: ImportCommandOptions): ImportMode {
  if (add === true) return 'add';
  if (replace === true) return 'replace';
  return replaceAll === true ? 'replace all' : 'join';
}

/** The number of a version. */
export function versionNumber(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('It must be a version’s number, as "coverage list" shows it.');
  return text;
}

/** The number of a layer. */
export function layerNumber(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a layer’s number, as "coverage list" shows it.');
  return text;
}

function asOfDay(text: string): string {
  const parsed = parseAsOf(text);
  if (!parsed.ok) throw new InvalidArgumentError(sentenceOf(parsed.reason));
  return parsed.day;
}

type Columns = ReadonlyMap<FieldName | PlaceField, string>;
type Meanings = ReadonlyMap<FieldName, ReadonlyMap<string, string>>;

/** The options for how a file is read, with commander's names. */
export interface ReadingOptions {
  readonly crs?: Reference;
  readonly swap?: boolean;
  readonly layer?: string;
  readonly encoding?: string;
}

/** The options for how a file is read and what it means; those of fields are read by name. */
export interface ChoiceCommandOptions extends ReadingOptions {
  readonly map?: Columns;
  readonly value?: Meanings;
}

/** Adds the options for how a file is read and what it means. */
export function addChoiceOptions(command: Command): Command {
  const add = (flags: string, description: string, parse: (text: string) => unknown) =>
    command.addOption(new Option(flags, description).argParser(parse));
  const addChoice = (flags: string, description: string, choices: readonly string[]) =>
    command.addOption(new Option(flags, description).choices(choices));
  add(`${optionOf.technology} <name>`, 'technology, if the file has none, such as Fibre', option(parseText));
  add(`${optionOf.provider} <name>`, 'provider, if the file has none', option(parseText));
  addChoice(`${optionOf.availability} <value>`, 'availability, if the file has none', availabilities);
  add(`${optionOf.completion} <text>`, 'completion date, if the file has none, in any words', option(parseText));
  add(`${optionOf.bandwidth_min_mbps} <mbps>`, 'lowest download speed, if the file has none', option(parseSpeed));
  add(`${optionOf.bandwidth_max_mbps} <mbps>`, 'highest download speed', option(parseSpeed));
  add(`${optionOf.bandwidth_up_min_mbps} <mbps>`, 'lowest upload speed', option(parseSpeed));
  add(`${optionOf.bandwidth_up_max_mbps} <mbps>`, 'highest upload speed', option(parseSpeed));
  addChoice(`${optionOf.wholesale_network} <value>`, 'whether the network is only wholesale', wholesaleNetworks);
  add(`${optionOf.url} <address>`, 'the web address of the provider', option(parseUrl));
  add(`${optionOf.timing_id} <number>`, 'timing_id, a whole number', option(parseWholeNumber));
  command
    .option(
      '--map <field=column>',
      'read a field from a column with another name; for one of two speeds, such as 900/500, COLUMN[first] or COLUMN[second]; for other units COLUMN[kbps] or COLUMN[Gbps]; repeatable',
      addMapping,
    )
    .option('--value <field:from=to>', 'what one of the values of a field means; repeatable', addMeaning);
  return addReadingOptions(command);
}

/** Adds the options for how a file is read. */
export function addReadingOptions(command: Command): Command {
  return command
    .option(
      `${choiceOptions.reference} <name>`,
      `the reference system of the coordinates, whatever the file says: ${allReferenceNames()}`,
      reference,
    )
    .option('--swap', 'the file has latitude before longitude, or northing before easting')
    .option(`${choiceOptions.layer} <name>`, 'which layer to read, if the file has several')
    .option(`${choiceOptions.encoding} <name>`, 'the encoding of the text, such as UTF-8 or windows-1252', encoding);
}

/** How the options say that a file is read. */
export function readingChoices({ crs, swap, layer, encoding: chosenEncoding }: ReadingOptions): ReadingChoices {
  return { reference: crs, isSwapped: swap === true, layer, encoding: chosenEncoding };
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
  const given = options as Readonly<Record<string, string | number | undefined>>;
  const constants = fieldNames.map((field) => [field, given[new Option(optionOf[field]).attributeName()]]);
  const columnsOf = (fields: readonly (FieldName | PlaceField)[]) =>
    Object.fromEntries([...map].filter(([field]) => fields.includes(field)));
  return {
    ...(layer === undefined ? {} : { layer }),
    ...(crs === undefined ? {} : { crs: crs.code }),
    ...(chosenEncoding === undefined ? {} : { encoding: chosenEncoding }),
    swap: swap === true,
    constants: Object.fromEntries(constants.filter(([, constant]) => constant !== undefined)),
    columns: columnsOf(fieldNames),
    places: columnsOf(placeFields),
    values: Object.fromEntries([...value].map(([field, meanings]) => [field, Object.fromEntries(meanings)])),
  };
}

function reference(text: string): Reference {
  const parsed = parseReferenceName(text);
  if (parsed.ok) return parsed.reference;
  throw new InvalidArgumentError(`It must be one of ${allReferenceNames()}.`);
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
