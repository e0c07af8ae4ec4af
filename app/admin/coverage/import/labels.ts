import type { PlaceField } from '#lib/broadband/import/csv/place-fields.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import type { CoverageChoice, CoverageControls } from '#lib/words/controls.ts';
import { orderWords } from '#lib/words/coverage/reference.ts';

/** How the screens call the fields of an offer. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  technology: 'Technology',
  provider: 'Provider',
  availability: 'Availability',
  completion: 'Completion',
  wholesale_network: 'Wholesale network',
  url: 'Web address',
  bandwidth_min_mbps: 'Lowest download speed',
  bandwidth_max_mbps: 'Highest download speed',
  bandwidth_up_min_mbps: 'Lowest upload speed',
  bandwidth_up_max_mbps: 'Highest upload speed',
  timing_id: 'Timing number',
};

/** How the screens call the columns that say where the rows of a table are. */
export const placeLabels: Readonly<Record<PlaceField, string>> = {
  wkt: 'Area as WKT',
  geojson: 'Area as GeoJSON',
  longitude: 'Longitude',
  latitude: 'Latitude',
  easting: 'Easting',
  northing: 'Northing',
  radius_m: 'Radius in metres',
  radius_km: 'Radius in kilometres',
};

/** How the screens call other choices about a file. */
export const choiceLabels: Readonly<Record<CoverageChoice, string>> = {
  layer: 'Layer',
  reference: 'Coordinates',
  encoding: 'Text encoding',
  replace: 'Replace it',
  add: 'Add to it',
  delivery: 'Name of the delivery',
  'new-provider': 'A new provider',
};

const quoted = (label: string) => `“${label}”`;

/** How the screens name what can be chosen of a coverage file. */
export const coverageControls: CoverageControls = {
  control: (choice) => quoted(choiceLabels[choice]),
  constant: (field) => quoted(fieldLabels[field]),
  column: (field) => (field === undefined ? 'a column' : quoted({ ...fieldLabels, ...placeLabels }[field])),
  reference: ({ code, swap }) => `${references[code].name} (EPSG:${code})${orderWords(code, swap)}`,
  proposals: (proposals) => {
    const meant = proposals.map(({ field, column, meanings }) => {
      const values = meanings.map(({ from, to }) => `${quoted(from)} means ${to}`);
      return `${fieldLabels[field]}: ${[...(column === undefined ? [] : [quoted(column)]), ...values].join(', ')}`;
    });
    return `The columns seem to mean: ${meant.join('; ')}. Confirm that on the page of the file.`;
  },
  dayExample: '23/11/2026',
};
