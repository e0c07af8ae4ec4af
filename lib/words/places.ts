interface Source {
  readonly file: string;
}

/** Why a list of places is not imported. */
export const placeListWords = {
  'places-not-imported': ({ file }: Source) => `${file} was not imported; the list is unchanged.`,
  'no-places': ({ file }: Source) => `${file} contains no places, so nothing was imported.`,
  'unknown-place-list': ({ file, gazetteer }: Source & { gazetteer: readonly string[] }) =>
    `${file} is neither of the two lists: the first line must name the columns ${gazetteer.join(', ')} (New Zealand Gazetteer), or full_address with shape_X and shape_Y (LINZ NZ Addresses).`,
  'not-a-latitude': ({ text }: { text: string }) => `The latitude "${text}" is not a number of degrees from -90 to 90.`,
  'not-a-longitude': ({ text }: { text: string }) =>
    `The longitude "${text}" is not a number of degrees from -180 to 360.`,
} as const;
