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
