import { getComparison } from '#db/broadband/comparisons.ts';
import type { Connections } from '#db/client.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { type ImportedCoverage, type ImportOptions, importCoverage } from '#flows/broadband/import/import-coverage.ts';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';

export const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
export const writing = { nowMs, exclusive: true, isLossConfirmed: true } as const;

/** A square with sides of `side` degrees and its south-west corner at a longitude and latitude. */
export function square(longitude: number, latitude: number, side = 0.1): number[][] {
  const [east, north] = [longitude + side, latitude + side];
  return [
    [longitude, latitude],
    [east, latitude],
    [east, north],
    [longitude, north],
    [longitude, latitude],
  ];
}

/** Every field of an offer, as a feature's properties. */
export const offered = {
  technology: 'Fibre',
  provider: 'One',
  availability: 'Available',
  bandwidth_min_mbps: 100,
  bandwidth_max_mbps: 900,
  bandwidth_up_min_mbps: 20,
  bandwidth_up_max_mbps: 500,
};

export function feature(properties: object, ...rings: number[][][]): object {
  return {
    type: 'Feature',
    properties: { ...offered, ...properties },
    geometry: { type: 'Polygon', coordinates: rings },
  };
}

/** A file in memory, for all formats except GeoPackage. */
export function file(content: object | string, name = 'towns.geojson'): SourceFile {
  const isBytes = content instanceof Uint8Array;
  const bytes = isBytes
    ? Buffer.from(content)
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  return {
    name,
    path: '',
    bytes: bytes.length,
    async *read(start = 0, end = bytes.length) {
      yield bytes.subarray(start, end);
    },
  };
}

export function collection(...features: object[]): object {
  return { type: 'FeatureCollection', features };
}

/** A version that is measured and drawn. */
export interface CompleteCoverage extends ImportedCoverage {
  readonly comparison: Comparison;
}

/** Imports a file, and measures and draws its version as the job after an import does. */
export async function importFile(
  database: Connections,
  given: SourceFile,
  options: Partial<ImportOptions> = {},
): Promise<CompleteCoverage> {
  const imported = await importOnly(database, given, options);
  await completeVersion(database.writer, imported.id, writing);
  const comparison = getComparison(database.writer.db, imported.id);
  if (comparison === undefined) throw new Error(`Version ${imported.id} was not measured.`);
  return { ...imported, comparison };
}

/** Imports a file; its version is neither measured nor drawn. */
export function importOnly(
  database: Connections,
  given: SourceFile,
  options: Partial<ImportOptions> = {},
): Promise<ImportedCoverage> {
  const usual = { mode: 'join', newProviders: true, choices: noChoices } as const;
  return importCoverage(database, given, { ...writing, ...usual, ...options });
}

/** All rows of the coverage, to the byte. */
export function dump({ writer }: Connections): Record<string, unknown[]> {
  const tables = [
    'coverage_version',
    'coverage_layer',
    'coverage_version_layer',
    'coverage_offer',
    'coverage_part',
    'coverage_cell',
    'coverage_publication',
    'coverage_report',
    'coverage_comparison',
    'coverage_area_block',
    'coverage_loss',
    'coverage_delivery',
    'coverage_piece',
    'coverage_drawing',
    'provider',
    'technology',
    'generation',
    'sqlite_sequence',
  ];
  const rows = (table: string) =>
    writer.sqlite
      .prepare(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .map((row) => (row as unknown[]).map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)));
  return Object.fromEntries(tables.map((table) => [table, rows(table)]));
}
