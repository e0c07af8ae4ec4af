import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { droplistFormats } from '#lib/registry/release/droplist-text.ts';
import { mostOnPage, usualOnPage } from '#lib/registry/release/upcoming-question.ts';

/** A parameter as the document describes it. */
export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
  readonly example?: string | readonly string[] | number;
}

/** A cursor is for programs to keep, not to read. */
const cursorPattern = '^[0-9a-z]{1,10}(-[0-9a-z]{1,10}){2}$';
const degrees = { type: 'string', pattern: '^-?\\d+(\\.\\d{1,7})?$' };
const { minX, maxX, minY, maxY } = SERVICE_BOX;
const longitudes = `${minX / 1e7 + 180} to ${maxX / 1e7 + 180}`;
const latitudes = `${minY / 1e7} to ${maxY / 1e7}`;

const latitude = (name: string, place: 'path' | 'query'): ParameterDescription => ({
  name,
  in: place,
  required: true,
  schema: degrees,
  example: '-41.2866',
  description: `Latitude from ${latitudes}, at most 7 decimals.`,
});
const longitude = (name: string, place: 'path' | 'query'): ParameterDescription => ({
  name,
  in: place,
  required: true,
  schema: degrees,
  example: '174.7756',
  description: `Longitude from ${longitudes}, at most 7 decimals.`,
});
const optional = { in: 'query', required: false } as const;

export const pointOfFirst = [latitude('y', 'path'), longitude('x', 'path')];
export const pointOfSecond = [latitude('lat', 'path'), longitude('lng', 'path')];
export const pointOfNetworks = [longitude('x', 'query'), latitude('y', 'query')];

export const addressOfPath: ParameterDescription = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'The id of an address, from `/api/2.0/addresses`.',
};

export const asOf: ParameterDescription = {
  name: 'as_of',
  ...optional,
  description:
    'The coverage in force at the end of this day, Pacific/Auckland; without it the present one. An addition.',
  schema: { type: 'string', format: 'date' },
};

export const addressSearch: readonly ParameterDescription[] = [
  {
    name: 'q',
    in: 'query',
    required: true,
    description: 'The address as people type it.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example: '3 Demo Tōtara Street',
  },
  {
    name: 'limit',
    ...optional,
    description: 'How many addresses.',
    schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    example: 10,
  },
];

export const names: readonly ParameterDescription[] = [
  {
    name: 'string',
    ...optional,
    description: 'One label, looked up below all 16 suffixes.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'kea',
  },
  {
    name: 'domains[]',
    ...optional,
    description: 'Full names, up to 1,000; `string` or this must be given.',
    schema: { type: 'array', items: { type: 'string' }, maxItems: 1000 },
    example: ['kea.co.nz'],
  },
];

const format: ParameterDescription = {
  name: 'format',
  ...optional,
  description: 'The format of the list.',
  schema: { type: 'string', enum: droplistFormats, default: 'json' },
};
const nameFilters: readonly ParameterDescription[] = [
  {
    name: 'suffix',
    ...optional,
    description: 'Names one label below this suffix.',
    schema: { type: 'string', enum: [...suffixes, 'māori.nz'] },
    example: 'co.nz',
  },
  {
    name: 'contains',
    ...optional,
    description: 'Names whose label contains this, in Unicode.',
    schema: { type: 'string', minLength: 1, maxLength: 63 },
  },
];
export const ifNoneMatch: ParameterDescription = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what you have.',
  schema: { type: 'string' },
};
const day = (name: string, which: string): ParameterDescription => ({
  name,
  ...optional,
  description: `Names whose \`drop_date\` is on this day ${which}, Pacific/Auckland.`,
  schema: { type: 'string', format: 'date' },
});

export const releasesFilters: readonly ParameterDescription[] = [
  format,
  day('from', 'or later'),
  day('to', 'or earlier'),
  ...nameFilters,
  {
    name: 'limit',
    ...optional,
    description: 'How many names a page has.',
    schema: { type: 'integer', minimum: 1, maximum: mostOnPage, default: usualOnPage },
    example: 100,
  },
  {
    name: 'cursor',
    ...optional,
    description: 'The `next` of the page before.',
    schema: { type: 'string', pattern: '^[0-9a-z]{1,10}\\.[0-9a-z.-]{1,253}$' },
  },
  ifNoneMatch,
];

export const changesParameters: readonly ParameterDescription[] = [
  {
    name: 'since',
    in: 'query',
    required: true,
    description: 'The `since` of the answer before: of `/1.1/releases`, or of this.',
    schema: { type: 'string', pattern: cursorPattern },
  },
  format,
  ifNoneMatch,
];

export const listFilters: readonly ParameterDescription[] = [
  format,
  ...nameFilters,
  {
    name: 'date',
    ...optional,
    description: 'Names whose `drop_date` is on this day, Pacific/Auckland.',
    schema: { type: 'string', format: 'date' },
  },
  ifNoneMatch,
];

export const setOfPath: readonly ParameterDescription[] = [
  {
    name: 'set',
    in: 'path',
    required: true,
    description: 'The set of areas, as `/statistics` links it.',
    schema: { type: 'string' },
    example: 'districts',
  },
  ifNoneMatch,
];

export const dataFileOfPath: readonly ParameterDescription[] = [
  {
    name: 'version',
    in: 'path',
    required: true,
    description: 'The number of the version.',
    schema: { type: 'string', pattern: '^[1-9]\\d{0,8}$' },
    example: '1',
  },
  {
    name: 'file',
    in: 'path',
    required: true,
    description: 'The name of the file, from the catalogue.',
    schema: { type: 'string' },
    example: 'coverage-1-whole.csv',
  },
  {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One range of bytes: `bytes=1048576-`.',
    schema: { type: 'string' },
  },
  {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'The `ETag` of the part that you have: of another file all is sent.',
    schema: { type: 'string' },
  },
  ifNoneMatch,
];
