import type { PlaceField } from '#lib/broadband/import/csv/place-columns.ts';

/** What people call the columns of a table that say where its rows are. */
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

/** The encodings that are met. */
export const encodings = ['UTF-8', 'windows-1252', 'ISO-8859-1', 'windows-1257', 'windows-1250', 'UTF-16LE'];
