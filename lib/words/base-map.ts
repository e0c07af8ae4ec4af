interface Source {
  readonly file: string;
}

/** Why a street map is not imported or removed. */
export const baseMapWords = {
  'not-pmtiles': ({ file }: Source) =>
    `${file} is not a PMTiles file of version 3. docs/map.md says where to get one of New Zealand.`,
  'not-vector-tiles': ({ file }: Source) => `${file} contains pictures; a street map has vector tiles.`,
  'not-new-zealand': ({ file }: Source) => `${file} contains no tiles of New Zealand.`,
  'base-map-cut': ({ file }: Source) => `${file} is incomplete: download it again.`,
  'no-base-map': () => 'No street map has been imported.',
} as const;
