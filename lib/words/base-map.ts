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
  'no-base-map': () => 'No street map has been imported.',
} as const;
