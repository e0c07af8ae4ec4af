/** The page of open data. */
export const en = {
  title: 'Open data',
  description:
    'The published broadband coverage of New Zealand to download, as GeoPackage, GeoJSON and CSV, with its licence and checksums.',
  lead: 'The published broadband coverage, for your own maps, programs and studies.',
  none: 'No coverage is offered for download here.',
  making: 'The files are being made. Please come back in a few minutes.',
  terms: 'Licence',
  licence: 'You may use these data under',
  attribution: 'Name this where you use them: {attribution}',
  formats:
    'GeoPackage and GeoJSON have the area of each offer, in WGS 84 (longitude and latitude). CSV has the offers without their areas.',
  version: 'Version {version}, published {day}',
  newer: 'Version {version} is published; its files are being made.',
  whole: 'Everything',
  technologies: 'By technology',
  providers: 'By provider',
  areas: '{set}: cut along their borders',
  what: 'What',
  file: '{what} as {format}, {size}',
  checksums: 'SHA-256 of each file',
  earlier: 'Earlier versions',
  catalogue: 'Catalogue for data portals (DCAT, JSON)',
} as const;

export type OpenDataWords = Readonly<Record<keyof typeof en, string>>;
