import type { PlaceField } from './csv/place-columns.ts';
import { fieldWords } from './mapping/field-words.ts';
import { type FieldName, optionOf } from './offers/offer-fields.ts';

/** What the browser calls the columns of a table that say where its rows are. */
export const placeWords: Readonly<Record<PlaceField, string>> = {
  wkt: 'Area as WKT',
  geojson: 'Area as GeoJSON',
  longitude: 'Longitude',
  latitude: 'Latitude',
  easting: 'Easting',
  northing: 'Northing',
  radius_m: 'Radius in metres',
  radius_km: 'Radius in kilometres',
};

/** What the browser calls the other things that a person chooses of an import. */
export const choiceWords = {
  layer: 'Layer',
  crs: 'Coordinates',
  swap: 'Latitude or northing is written first',
  encoding: 'Encoding of its texts',
  replace: 'Replace it',
  add: 'Add to it',
  replaceAll: 'Replace everything that is published',
  delivery: 'Name of the delivery',
  newProvider: 'A new provider',
  guessed: 'Fill in what the file alone suggests',
} as const;

/** The options of the command line, and what the browser calls the same. */
const labelOf: ReadonlyMap<string, string> = new Map([
  ['--layer', choiceWords.layer],
  ['--crs', choiceWords.crs],
  ['--swap', choiceWords.swap],
  ['--encoding', choiceWords.encoding],
  ['--replace', choiceWords.replace],
  ['--replace-all', choiceWords.replaceAll],
  ['--add', choiceWords.add],
  ['--delivery', choiceWords.delivery],
  ['--new-provider', choiceWords.newProvider],
  ['--as-proposed', choiceWords.guessed],
  ...(Object.keys(optionOf) as FieldName[]).map((field) => [optionOf[field], fieldWords[field]] as const),
]);

const mapped = /--map (?:'(?<quoted>\w+)=(?<quotedColumn>[^']*)'|(?<field>\w+)=(?<column>"[^"]*"|\S*[^\s.,:;]))/g;
const valued = /--value (?:'(\w+):([^=]+)=([^']+)'|(\w+):([^=\s]+)=(\S*[^\s.,:;]))/g;
const named = /--[a-z]+(?:-[a-z]+)*/g;

/**
 * A sentence that names options of the command line, for somebody who sees the browser: each option by what stands on
 * the screen where the same is chosen. `say with --crs which it is` becomes `say with “Coordinates” which it is`.
 */
export function inBrowserWords(sentence: string): string {
  return sentence
    .replaceAll(mapped, (_whole, quoted?: string, quotedColumn?: string, field?: string, column?: string) => {
      const label = wordOf(quoted ?? field ?? '');
      const said = quotedColumn ?? column ?? 'COLUMN';
      return said === 'COLUMN' ? label : `${label} ${said}`;
    })
    .replaceAll(valued, (_whole, ...parts: (string | undefined)[]) => {
      const [field = '', from = '', to = ''] = parts[0] === undefined ? parts.slice(3) : parts;
      return `${wordOf(field)} ${from} means ${to}`;
    })
    .replaceAll(named, (option) => {
      const label = labelOf.get(option);
      return label === undefined ? option : `“${label}”`;
    });
}

function wordOf(field: string): string {
  const label = { ...placeWords, ...fieldWords }[field];
  return label === undefined ? 'a column' : `“${label}”`;
}
