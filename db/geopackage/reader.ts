import type { Database } from 'better-sqlite3';
import type { ScratchFile } from '#flows/files/scratch-file.ts';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { GeoPackageGeometry } from '#lib/broadband/import/geopackage/geometry.ts';
import { requireLayer } from '#lib/broadband/import/layer-choice.ts';
import { type ParsedReference, parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { parseWktReference } from '#lib/broadband/import/projection/wkt-reference.ts';
import type { CoverageSource, ReadingChoices, SourceLayer } from '#lib/broadband/import/source.ts';
import { nested, type PropertyValue, type SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';
import { type ForeignDatabase, openForeign, refuseDamaged } from './foreign-file.ts';

const featuresAtOnce = 200;
/** A geometry is held in memory as a whole: six million positions, and texts of a paragraph. */
const [largestGeometryBytes, largestValueBytes] = [100_000_000, 100_000];

interface FeatureLayer extends SourceLayer {
  readonly name: string;
  readonly features: number;
  readonly geometryColumn: string;
  readonly referenceId: number;
}

/**
 * Opens a GeoPackage (OGC 12-128r19): an SQLite file whose layers are tables with a geometry column. Only the tables
 * themselves are read, no view and no virtual table.
 *
 * @throws Refusal for another SQLite file, a damaged one, and one whose layers leave open which is meant
 */
export function openGeoPackage(
  file: SourceFile,
  { layer }: ReadingChoices,
  makeScratch: () => ScratchFile,
): CoverageSource {
  const foreign = openForeign(file.path, makeScratch);
  try {
    const tables = readTables(foreign.sqlite);
    const layers = readLayers(foreign.sqlite, tables);
    if (layers.length === 0) throw new Refusal(withoutLayers(foreign.sqlite, tables));
    return new GeoPackageSource(
      foreign,
      layers,
      requireLayer({ file: 'The GeoPackage', layer: 'layer' }, layers, layer),
    );
  } catch (fault) {
    foreign.close();
    return refuseDamaged(fault);
  }
}

class GeoPackageSource implements CoverageSource {
  readonly format = 'GeoPackage';
  readonly layers: readonly SourceLayer[];
  readonly layerName: string;
  readonly notes: readonly string[] = [];
  readonly #foreign: ForeignDatabase;
  readonly #layer: FeatureLayer;

  constructor(foreign: ForeignDatabase, layers: readonly FeatureLayer[], layer: FeatureLayer) {
    this.#foreign = foreign;
    this.#layer = layer;
    this.layers = layers.map(({ name, features }) => ({ name, features }));
    this.layerName = layer.name;
  }

  *#read(area: AreaBuilder): Generator<readonly SourceFeature[]> {
    const { sqlite } = this.#foreign;
    const { referenceId } = this.#layer;
    const reference = readReference(sqlite, referenceId);
    if (reference !== undefined) area.georeference.declare(reference, 'its srs_id');
    const columns = readColumns(sqlite, this.#layer);
    const geometry = new GeoPackageGeometry(area, referenceId);
    const rows = sqlite.prepare(selectOf(this.#layer, columns)).raw().iterate() as Iterable<unknown[]>;
    let ready: SourceFeature[] = [];
    let number = 0;
    for (const [id, length, bytes, ...values] of rows) {
      const properties = new Map(columns.map(({ name }, place) => [name, propertyOf(values[place])] as const));
      const read = readGeometry(geometry, area, length, bytes);
      const key = typeof id === 'number' || typeof id === 'string' ? id : undefined;
      ready.push({ number: ++number, line: undefined, id: key, properties, ...read });
      if (ready.length < featuresAtOnce) continue;
      yield ready;
      ready = [];
    }
    yield ready;
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    try {
      yield* this.#read(area);
    } catch (fault) {
      refuseDamaged(fault);
    }
  }

  close(): void {
    this.#foreign.close();
  }
}

function readGeometry(
  geometry: GeoPackageGeometry,
  area: AreaBuilder,
  length: unknown,
  bytes: unknown,
): Pick<SourceFeature, 'area' | 'faults'> {
  if (typeof length === 'number' && length > largestGeometryBytes) {
    throw new Refusal(
      `A geometry of the GeoPackage takes ${Math.round(length / 1e6)} MB, and may take ${largestGeometryBytes / 1e6}: split it.`,
    );
  }
  if (!Buffer.isBuffer(bytes)) return { area: 'no geometry', faults: [] };
  const outcome = geometry.read(bytes);
  switch (outcome.kind) {
    case 'areas':
      return { area: area.build(), faults: [] };
    case 'none':
      return { area: outcome.why, faults: [] };
    case 'wrong':
      return { area: 'no geometry', faults: [outcome.fault] };
  }
}

function propertyOf(value: unknown): PropertyValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return nested;
}

type TableKind = 'table' | 'view' | 'virtual' | 'shadow';

function readTables(sqlite: Database): Map<string, TableKind> {
  const rows = sqlite.prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").all();
  return new Map((rows as { name: string; type: TableKind }[]).map(({ name, type }) => [name.toLowerCase(), type]));
}

function readLayers(sqlite: Database, tables: ReadonlyMap<string, TableKind>): FeatureLayer[] {
  for (const name of ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys']) {
    if (tables.get(name) !== 'table') {
      throw new Refusal(`The file is an SQLite database, but no GeoPackage: it has no table ${name}.`);
    }
  }
  const rows = sqlite
    .prepare(
      `SELECT c.table_name AS name, g.column_name AS geometryColumn, g.srs_id AS referenceId
         FROM gpkg_contents c JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
        WHERE c.data_type = 'features' ORDER BY c.table_name LIMIT 1000`,
    )
    .all() as Omit<FeatureLayer, 'features'>[];
  return rows
    .filter(({ name }) => tables.get(name.toLowerCase()) === 'table')
    .map((row) => ({ ...row, features: countRows(sqlite, row.name) }));
}

function countRows(sqlite: Database, table: string): number {
  return sqlite
    .prepare(`SELECT count(*) FROM ${quoted(table)}`)
    .pluck()
    .get() as number;
}

function withoutLayers(sqlite: Database, tables: ReadonlyMap<string, TableKind>): string {
  const listed = sqlite
    .prepare("SELECT table_name FROM gpkg_contents WHERE data_type = 'features' LIMIT 20")
    .pluck()
    .all();
  const views = listed.filter((name) => tables.get(String(name).toLowerCase()) === 'view');
  if (views.length === 0) return 'The GeoPackage has no layer of features with a geometry.';
  const names = views.map((name) => JSON.stringify(name)).join(', ');
  return `The GeoPackage has no layer but views (${names}), which are not run: export them as tables.`;
}

interface LayerColumn {
  readonly name: string;
  readonly pk: number;
}

/** The layer's columns beside its geometry. Generated ones are left out: reading them would run what the file says. */
function readColumns(sqlite: Database, { name, geometryColumn }: FeatureLayer): LayerColumn[] {
  const rows = sqlite.prepare('SELECT name, pk, hidden FROM pragma_table_xinfo(?)').all(name);
  return (rows as (LayerColumn & { hidden: number })[]).filter(
    (column) => column.hidden === 0 && column.name.toLowerCase() !== geometryColumn.toLowerCase(),
  );
}

function selectOf({ name, geometryColumn }: FeatureLayer, columns: readonly LayerColumn[]): string {
  const geometry = quoted(geometryColumn);
  const key = columns.find(({ pk }) => pk === 1);
  const wanted = [
    key === undefined ? 'NULL' : quoted(key.name),
    `octet_length(${geometry})`,
    `CASE WHEN octet_length(${geometry}) <= ${largestGeometryBytes} THEN ${geometry} END`,
    // an empty blob stands for what is too long to be a field of ours
    ...columns.map(
      (column) =>
        `CASE WHEN octet_length(${quoted(column.name)}) > ${largestValueBytes} THEN x'' ELSE ${quoted(column.name)} END`,
    ),
  ];
  return `SELECT ${wanted.join(', ')} FROM ${quoted(name)}`;
}

/** @returns undefined where the file says that it does not know */
function readReference(sqlite: Database, referenceId: number): ParsedReference | undefined {
  if (referenceId === 0 || referenceId === -1) return undefined;
  const row = sqlite
    .prepare(
      'SELECT organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(referenceId) as { organization: string; code: number; definition: string } | undefined;
  if (row === undefined)
    throw new Refusal(`The GeoPackage does not say what its srs_id ${referenceId} is: say with --crs.`);
  if (String(row.organization).toUpperCase() === 'EPSG') return parseReferenceName(`EPSG:${row.code}`);
  return parseWktReference(String(row.definition));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
