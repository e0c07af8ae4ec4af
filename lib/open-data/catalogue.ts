import { type ExportFormat, exportFormats } from '#lib/broadband/export/exported-version.ts';
import type { DataTerms } from './licences.ts';

/** A file of a version as the catalogue lists it. */
export interface CataloguedFile {
  readonly name: string;
  /** What its area and others are called together; empty for other parts. */
  readonly set: string;
  /** What it has; empty for the whole. */
  readonly part: string;
  readonly format: ExportFormat;
  readonly bytes: number;
  readonly sha256: string;
}

export interface CataloguedVersion {
  readonly versionId: number;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly madeAt: string;
  readonly files: readonly CataloguedFile[];
}

interface Catalogued {
  readonly baseUrl: string;
  readonly supportEmail: string;
  readonly terms: DataTerms;
  /** The one published last first. */
  readonly versions: readonly CataloguedVersion[];
}

/** The vocabularies of DCAT 3 (https://www.w3.org/TR/vocab-dcat-3/) and of the checksum. */
const context = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  spdx: 'http://spdx.org/rdf/terms#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

const instant = (value: string) => ({ '@value': value, '@type': 'xsd:dateTime' });
const text = (value: string) => ({ '@value': value, '@language': 'en' });
const mediaType = (contentType: string) => ({
  '@id': `https://www.iana.org/assignments/media-types/${contentType.split(';', 1)[0]}`,
});

/** The path of a file. */
export function dataFilePathOf(versionId: number, name: string): string {
  return `/data/${versionId}/${name}`;
}

/** The open data as a DCAT 3 catalogue in JSON-LD, a dataset for each version, for portals that gather such catalogues. */
export function dataCatalogue({ baseUrl, supportEmail, terms, versions }: Catalogued): string {
  const page = `${baseUrl}/data`;
  const licence = { '@id': terms.licence.url };
  const publisher = { '@type': 'foaf:Agent', 'foaf:name': terms.attribution };
  const dataset = ({ versionId, publishedAt, madeAt, files }: CataloguedVersion) => ({
    '@id': `${page}#version-${versionId}`,
    '@type': 'dcat:Dataset',
    'dct:title': text(`Broadband coverage of New Zealand, version ${versionId}`),
    'dct:description': text(
      'Where which provider offers which broadband technology, at which speeds, as polygons in WGS 84 (longitude, latitude).',
    ),
    'dct:identifier': `${page}/${versionId}`,
    'dcat:version': String(versionId),
    'dct:issued': instant(publishedAt),
    'dct:modified': instant(madeAt),
    'dct:publisher': publisher,
    'dct:license': licence,
    'dct:spatial': { '@id': 'http://publications.europa.eu/resource/authority/country/NZL' },
    'dcat:landingPage': { '@id': page },
    'dcat:keyword': [text('broadband'), text('coverage'), text('telecommunications')],
    'dcat:contactPoint': { '@type': 'vcard:Organization', 'vcard:hasEmail': { '@id': `mailto:${supportEmail}` } },
    'dcat:distribution': files.map((file) => distribution(versionId, file)),
  });
  const distribution = (versionId: number, { name, set, part, format, bytes, sha256 }: CataloguedFile) => ({
    '@id': `${baseUrl}${dataFilePathOf(versionId, name)}`,
    '@type': 'dcat:Distribution',
    'dct:title': text(`${set === '' ? '' : `${set}: `}${part === '' ? 'Everything' : part}, ${formatNames[format]}`),
    'dcat:downloadURL': { '@id': `${baseUrl}${dataFilePathOf(versionId, name)}` },
    'dcat:mediaType': mediaType(exportFormats[format].type),
    'dcat:byteSize': bytes,
    'dct:license': licence,
    'spdx:checksum': {
      '@type': 'spdx:Checksum',
      'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256' },
      'spdx:checksumValue': sha256,
    },
  });
  return JSON.stringify({
    '@context': context,
    '@id': page,
    '@type': 'dcat:Catalog',
    'dct:title': text('Broadband coverage of New Zealand'),
    'dct:publisher': publisher,
    'dct:license': licence,
    'foaf:homepage': { '@id': page },
    'dcat:dataset': versions.map(dataset),
  });
}

/** The formats as people call them. */
export const formatNames: Readonly<Record<ExportFormat, string>> = {
  geojson: 'GeoJSON',
  gpkg: 'GeoPackage',
  csv: 'CSV',
};
