/** What the columns of a table can say about the places of its rows. */
export const placeFields = [
  'wkt',
  'geojson',
  'longitude',
  'latitude',
  'easting',
  'northing',
  'radius_m',
  'radius_km',
] as const;
export type PlaceField = (typeof placeFields)[number];
