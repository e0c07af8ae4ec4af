import { parseAttribution } from '#lib/map/layers/street-map.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { sizeWords } from '#lib/usage/words.ts';

interface Source {
  readonly file: string;
}

/** Why a street map is not imported or removed. */
export const baseMapWords = {
  'not-pmtiles': ({ file }: Source) =>
    `${file} is not a PMTiles file of version 3. docs/map.md says where to get one of New Zealand.`,
  'not-vector-tiles': ({ file }: Source) => `${file} contains pictures; a street map has vector tiles.`,
  'not-new-zealand': ({ file }: Source) => `${file} contains no tiles of New Zealand.`,
  'base-map-compression': (facts: Source & { part: 'directories' | 'tiles'; compression: string }) =>
    `The ${facts.part} of ${facts.file} are compressed with ${facts.compression}, which browsers cannot unpack here: make the file again with gzip.`,
  'base-map-schema': ({ file, schema, layers }: Source & { schema: string; layers: readonly string[] }) =>
    `${file} cannot be drawn: its layers are ${schema === '' ? '' : `those of ${schema}, `}${layers.join(', ')}, not those of Protomaps (earth, roads, …). docs/map.md says where to get a map of New Zealand.`,
  'base-map-version': ({ file, version }: Source & { version: string }) =>
    `${file} cannot be drawn: it has version ${version} of Protomaps’ layers, and version 4 or later is needed. docs/map.md says where to get one.`,
  'base-map-cut': ({ file }: Source) => `${file} is incomplete: download it again.`,
  'base-map-damaged': ({ file }: Source) => `The directories of ${file} cannot be read: it is damaged.`,
  'base-map-fetch-busy': () => 'Another process is fetching the street map: wait until it has ended.',
  'base-map-fetch-broken': ({ kept }: { kept: number }) =>
    `The street map was not fetched completely; the map before stays. ${sizeWords(kept)} are kept, and the next fetch goes on there.`,
  'no-base-map': () => 'No street map has been imported.',
} as const;

/** The name of a street map that was fetched: `20261126.pmtiles (data of 25 November 2026)`. @param dataAt epoch milliseconds */
export function fetchedMapName(file: string, dataAt: number | undefined): string {
  return dataAt === undefined ? file : `${file} (data of ${dayWords(dayOf(dataAt))})`;
}

/** Whose map it is, and its licence if that is known: `© OpenStreetMap, ODbL 1.0`. @param attribution as HTML */
export function mapLicenceWords(attribution: string): string {
  const maker = parseAttribution(attribution)
    .map(({ text }) => text)
    .join('');
  const licence = licenceOf(attribution);
  return licence === undefined ? maker : `${maker}, ${licence}`;
}

/** The licence of a street map's data; undefined if its attribution does not say that it is OpenStreetMap's. */
function licenceOf(attribution: string): 'ODbL 1.0' | undefined {
  return /openstreetmap/i.test(attribution) ? 'ODbL 1.0' : undefined;
}
