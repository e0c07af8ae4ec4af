import type { PlaceField } from '#lib/broadband/import/csv/place-fields.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { Controls, OpenProposal } from '#lib/words/controls.ts';
import { invisibleWords } from '#lib/words/files.ts';
import { listedQuoted } from '#lib/words/registry/listed.ts';
import { directionOf, lackingWords, type ProviderTechnology } from './speeds.ts';

/** The field of an offer that a value is for, and its column where that has another name. */
interface OfField {
  readonly of?: { readonly field: FieldName; readonly column?: string | undefined };
}

/** `value` is as reports show it (`showValue`). */
interface OfValue extends OfField {
  readonly value: string;
}

/** In how many features a fault is; one if that is left out. */
interface InFeatures {
  readonly features?: number;
}

interface MissingFields {
  readonly fields: readonly FieldName[];
  /** Those for which no column is proposed. */
  readonly open: readonly FieldName[];
  readonly columns: readonly string[];
  readonly proposals: readonly OpenProposal[];
}

interface ReversedSpeeds extends InFeatures {
  readonly low: FieldName;
  readonly lowest: number;
  readonly high: FieldName;
  readonly highest: number;
  /** Those that are defaults of the provider. */
  readonly defaults?: readonly FieldName[];
}

interface ReversedDefaults extends Pick<ReversedSpeeds, 'low' | 'lowest' | 'highest'> {
  readonly technology: string;
}

/** Why a value of a field cannot be used, in a file, an option or a form. */
export const fieldValueWords = {
  'value-not-text': ({ of, value }: OfValue) => `${fieldOf(of)}${value} is not text.`,
  'value-too-long': ({ of, most }: OfField & { most: number }) =>
    `${fieldOf(of)}${of === undefined ? 'The' : 'the'} text is longer than ${most} characters.`,
  'value-control-character': ({ of, value }: OfValue) => `${fieldOf(of)}${value} contains a control character.`,
  'value-half-character': ({ of, value }: OfValue) =>
    `${fieldOf(of)}${value} contains half a character (a lone surrogate).`,
  'value-not-one-of': ({ of, value, choices }: OfValue & { choices: readonly string[] }) =>
    `${fieldOf(of)}${value} is not one of ${choices.join(', ')}.${invisibleWords(value)}`,
  'value-not-a-speed': ({ of, value, unit }: OfValue & { unit: string }) =>
    `${fieldOf(of)}${value} is not a number (${unit}).`,
  'value-negative': ({ of, value, features }: OfValue & InFeatures) =>
    `${fieldOf(of)}${value} is negative.${alikeWords(features)}`,
  'value-perhaps-thousands': ({ of, value }: OfValue) => {
    const text = value.replaceAll(/[^\d.]/g, '');
    return `${fieldOf(of)}${value} may be ${Number(text)} or ${text.replace('.', '')}: write the one that is meant, without three decimals.`;
  },
  'value-too-fast': ({ of, value, most, features }: OfValue & InFeatures & { most: number }) =>
    `${fieldOf(of)}${value} is more than ${most} Mbps. Check whether it is in kbps.${alikeWords(features)}`,
  'value-not-two-speeds': ({ of, value }: OfValue) => `${fieldOf(of)}${value} is not two speeds, such as 900/500.`,
  'value-not-whole': ({ of, value }: OfValue) => `${fieldOf(of)}${value} is not a whole number.`,
  'value-not-a-web-address': ({ of, value }: OfValue) =>
    `${fieldOf(of)}${value} is not a web address that begins with http:// or https://.`,
  'provider-unknown': ({ of, name }: OfField & { name: string }, { coverage }: Controls) =>
    `${fieldOf(of)}${JSON.stringify(name)} is not a known provider. Check the spelling, or use ${coverage.control('new-provider')} to add it.${invisibleWords(name)}`,
} as const;

/** What is wrong with the offers of a file, and with what was chosen to read them. */
export const coverageFieldWords = {
  ...fieldValueWords,
  'offer-field-missing': ({ field }: { field: FieldName }, { coverage }: Controls) =>
    `${field} is missing: add the column, or use ${coverage.constant(field)}.`,
  'speeds-reversed': ({ low, lowest, high, highest, defaults = [], features }: ReversedSpeeds) => {
    const shown = (field: FieldName, speed: number) =>
      `${field} ${speed}${defaults.includes(field) ? ' (the provider’s default)' : ''}`;
    return `${shown(low, lowest)} is above ${shown(high, highest)}.${alikeWords(features)}`;
  },
  'default-speeds-reversed': ({ technology, low, lowest, highest }: ReversedDefaults) =>
    `${technology}: the lowest ${directionOf(low)} speed, ${lowest} Mbps, is above the highest, ${highest} Mbps.`,
  'too-many-offers': ({ most }: { most: number }) =>
    `The file has more than ${most.toLocaleString('en-NZ')} different offers. Check that no field is read from a column that is different in every feature.`,

  'column-not-found': (facts: { column: string; field: FieldName | PlaceField; columns: readonly string[] }) =>
    `No column is named ${JSON.stringify(facts.column)}, from which ${facts.field} should be read. ${columnsWords(facts.columns)}`,
  'fields-missing': ({ fields, open, columns, proposals }: MissingFields, { coverage }: Controls) => {
    const constants = open.map((field) => coverage.constant(field)).join(', ');
    return [
      `The file has no column named ${fields.join(', ')}, which every offer needs.`,
      columnsWords(columns),
      ...(proposals.length === 0 ? [] : [coverage.proposals(proposals)]),
      ...(open.length === 0
        ? []
        : [`No column seems to be ${open.join(', ')}: use ${constants}, or ${coverage.column(undefined)}.`]),
    ].join(' ');
  },
  'no-place-columns': ({ columns }: { columns: readonly string[] }, { coverage }: Controls) =>
    `The file was read as a table (CSV), but no column says where its rows are: it has neither areas (WKT or GeoJSON) nor longitude and latitude. ${columnsWords(columns)} Use for example ${coverage.column('wkt')} to choose one.`,
  'no-radius-column': ({ columns }: { columns: readonly string[] }, { coverage }: Controls) =>
    `The table has points, but no column says how far they reach. ${columnsWords(columns)} Use for example ${coverage.column('radius_m')} to choose one.`,
  'radius-unit-unknown': ({ column }: { column: string }, { coverage }: Controls) =>
    `The column ${JSON.stringify(column)} does not say whether it is in metres or kilometres. Use ${coverage.column('radius_m', column)} or ${coverage.column('radius_km', column)}.`,

  'column-gone': () => 'The file has no such column: choose another.',
  'column-or-value-needed': () => 'Choose a column, or enter a value for the whole file.',
  'speed-needed': ({ lacking }: { lacking: readonly ProviderTechnology[] }) =>
    `Choose a column, or enter a value for the whole file: ${lackingWords(lacking)}.`,
  'blank-value-needed': () => 'Enter a value for the rows in which the column is blank.',
  'meaning-needed': () => 'Choose what this means.',
  'provider-needed': () => 'Choose which provider this is.',
  'provider-retired': ({ name }: { name: string }) => `${name} is retired: bring it back on its page first.`,
  'short-names-unconfirmed': () => 'Compare these columns with their values, then tick this.',
} as const;

function fieldOf(of: OfField['of']): string {
  if (of === undefined) return '';
  return `${of.field}${of.column === undefined ? '' : ` (column ${JSON.stringify(of.column)})`}: `;
}

function alikeWords(features = 1): string {
  return features === 1 ? '' : ` So it is in ${features.toLocaleString('en-NZ')} features, of which this is the first.`;
}

export function columnsWords(columns: readonly string[]): string {
  return columns.length === 0 ? 'It has no columns.' : `Its columns are ${listedQuoted(columns)}.`;
}
