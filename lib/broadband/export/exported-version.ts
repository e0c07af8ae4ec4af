import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { DataTerms } from '#lib/open-data/licences.ts';

/** A layer as an exported file describes it. */
export interface ExportedLayer {
  readonly technology: string;
  readonly provider: string;
  readonly delivery: string;
  /** The date of the provider's data, `YYYY-MM-DD`; null when none was given. */
  readonly asOf: string | null;
}

/** What an exported file says about its version. */
export interface ExportedVersion {
  readonly versionId: number;
  /** The day it was last published, `YYYY-MM-DD`. */
  readonly publishedOn: string;
  /** The address of the service it comes from. */
  readonly baseUrl: string;
  readonly layers: readonly ExportedLayer[];
  /** What of the version the file has, if not all of it: the name of a technology, provider or area. */
  readonly part?: string;
  /** Under what the file is offered to everybody; without them it is for staff. */
  readonly terms?: DataTerms;
}

/** The columns of every exported file: the fields that an import reads, and where the offer comes from. */
export const exportedColumns = [
  'technology',
  'provider',
  'delivery',
  'as_of',
  'availability',
  'completion',
  'wholesale_network',
  'url',
  'bandwidth_min_mbps',
  'bandwidth_max_mbps',
  'bandwidth_up_min_mbps',
  'bandwidth_up_max_mbps',
  'timing_id',
] as const satisfies readonly (FieldName | 'delivery' | 'as_of')[];

/** One offer, by column. */
export type ExportedOffer = Readonly<Record<(typeof exportedColumns)[number], string | number | null>>;

/** One polygon of an offer: its rings, x0, y0, x1, y1, … in units of 1e-7 degree, closed. */
export interface ExportedPart {
  readonly offer: ExportedOffer;
  readonly rings: readonly Int32Array[];
}

/** A name for the data, which programs show in their list of layers. */
export function titleOf({ versionId, part }: ExportedVersion): string {
  return `Wātea broadband coverage, version ${versionId}${part === undefined ? '' : `: ${part}`}`;
}

/** The credit to show where the data are used, their licence, and their age. */
export function attributionOf({ versionId, publishedOn, baseUrl, layers, terms }: ExportedVersion): string {
  const daysOf = new Map<string, Set<string>>();
  for (const { provider, asOf } of layers) {
    const days = daysOf.get(provider) ?? new Set();
    daysOf.set(provider, days.add(asOf ?? 'no date given'));
  }
  const sources = [...daysOf].map(([provider, days]) => `${provider} (${[...days].sort().join(', ')})`);
  const credit = terms === undefined ? '' : `${terms.attribution}, ${terms.licence.title} (${terms.licence.url}). `;
  return `${credit}Broadband coverage of New Zealand from Wātea, ${baseUrl}, version ${versionId}, published ${publishedOn}. Sources, with the dates of their data: ${sources.join('; ')}.`;
}

/** The formats a version is exported in. */
export const exportFormats = {
  geojson: { ending: '.geojson', type: 'application/geo+json' },
  gpkg: { ending: '.gpkg', type: 'application/geopackage+sqlite3' },
  csv: { ending: '.csv', type: 'text/csv; charset=utf-8; header=present' },
} as const satisfies Record<string, { readonly ending: string; readonly type: string }>;

export type ExportFormat = keyof typeof exportFormats;

/** The format of this name; undefined for any other. */
export function parseExportFormat(name: string): ExportFormat | undefined {
  return Object.keys(exportFormats).find((known): known is ExportFormat => known === name);
}
