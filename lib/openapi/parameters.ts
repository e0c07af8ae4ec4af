import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { droplistFormats } from '#lib/registry/release/droplist-text.ts';

/** A parameter as the document describes it. */
export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
  readonly example?: string | readonly string[] | number;
}

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

export const listFilters: readonly ParameterDescription[] = [
  {
    name: 'format',
    ...optional,
    description: 'The format of the list.',
    schema: { type: 'string', enum: droplistFormats, default: 'json' },
  },
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
  {
    name: 'date',
    ...optional,
    description: 'Names whose `drop_date` is on this day, Pacific/Auckland.',
    schema: { type: 'string', format: 'date' },
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the list that you have.',
    schema: { type: 'string' },
  },
];
