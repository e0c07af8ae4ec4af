import type { Database } from 'better-sqlite3';
import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { type ParsedReference, parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { parseWktReference } from '#lib/broadband/import/projection/wkt-reference.ts';
import {
  type CoverageSource,
  inBatches,
  type ReadingChoices,
  requireLayer,
  type SourceLayer,
} from '#lib/broadband/import/source.ts';
import { areaOf, nested, type PropertyValue, type SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { GeoPackageGeometry, isKnownReference } from '#lib/broadband/import/wkb.ts';
import { Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { type ForeignDatabase, openForeign, refuseDamaged } from './foreign-file.ts';

/** A geometry is in memory as a whole, up to six million positions; a value may have the length of a paragraph. */
const [largestGeometryBytes, largestValueBytes] = [100_000_000, 100_000];

interface FeatureLayer extends SourceLayer {
  readonly name: string;
  readonly features: number;
  readonly geometryColumn: string;
  readonly referenceId: number;
}

/**
 * Opens a GeoPackage (OGC 12-128r19): an SQLite file whose layers are tables with a geometry column. Only tables are
 * read, no views or virtual tables.
 *
 * @param scratchPath where a copy is made, if one is needed; it is removed again
 * @throws Refusal for any other SQLite file, for a damaged one, and if it is not clear which layer is meant
 */
export function openGeoPackage(
  file: SourceFile,
  { layer, reference }: ReadingChoices,
  scratchPath: string,
): CoverageSource {
  const foreign = openForeign(file.path, scratchPath);
  try {
    const tables = readTables(foreign.sqlite);
    const layers = readLayers(foreign.sqlite, tables);
    if (layers.length === 0)
      throw new Refusal({ code: 'geopackage-without-layers', views: listedViews(foreign.sqlite, tables) });
    const chosen = requireLayer('GeoPackage', layers, layer);
    return new GeoPackageSource(foreign, layers, chosen, reference !== undefined);
  } catch (fault) {
    foreign.close();
    return refuseDamaged(fault);
  }
}

class GeoPackageSource implements CoverageSource {
  readonly format = 'GeoPackage';
  readonly layers: readonly SourceLayer[];
  readonly layerName: string;
  readonly notes = [];
  readonly #foreign: ForeignDatabase;
  readonly #layer: FeatureLayer;
  readonly #isReferenceAsked: boolean;

  /** @param isReferenceAsked whether a person chose the reference system, whatever the file says */
  constructor(
    foreign: ForeignDatabase,
    layers: readonly FeatureLayer[],
    layer: FeatureLayer,
    isReferenceAsked: boolean,
  ) {
    this.#isReferenceAsked = isReferenceAsked;
    this.#foreign = foreign;
    this.#layer = layer;
    this.layers = layers.map(({ name, features }) => ({ name, features }));
    this.layerName = layer.name;
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    try {
      yield* inBatches(this.#read(area));
    } catch (fault) {
      refuseDamaged(fault);
    }
  }

  close(): void {
    this.#foreign.close();
  }

  *#read(area: AreaBuilder): Generator<SourceFeature> {
    const { sqlite } = this.#foreign;
    const { referenceId } = this.#layer;
    const declared = new Set<number>();
    const declare = (id: number) => {
      if (declared.has(id)) return;
      declared.add(id);
      area.georeference.declare(readReference(sqlite, id), 'srs-id');
    };
    if (!this.#isReferenceAsked && isKnownReference(referenceId)) declare(referenceId);
    const columns = readColumns(sqlite, this.#layer);
    const geometry = new GeoPackageGeometry(area, referenceId, this.#isReferenceAsked ? undefined : declare);
    const rows = sqlite.prepare(selectOf(this.#layer, columns)).raw().iterate() as Iterable<unknown[]>;
    let number = 0;
    for (const [id, length, bytes, ...values] of rows) {
      if (typeof length === 'number' && length > largestGeometryBytes)
        throw new Refusal({ code: 'geometry-too-large', bytes: length, most: largestGeometryBytes });
      const properties = new Map(columns.map(({ name }, place) => [name, propertyOf(values[place])] as const));
      const key = typeof id === 'number' || typeof id === 'string' ? id : undefined;
      const outcome = Buffer.isBuffer(bytes) ? geometry.read(bytes) : ({ kind: 'none', why: 'no geometry' } as const);
      number++;
      if (outcome.kind === 'wrong' && outcome.fault.code === 'geometry-not-straight')
        throw new Refusal({
          code: 'layer-not-straight',
          layer: this.#layer.name,
          type: outcome.fault.type,
          row: number,
        });
      yield { number, line: undefined, id: key, properties, ...areaOf(outcome, area) };
    }
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
    if (tables.get(name) !== 'table') throw new Refusal({ code: 'not-a-geopackage', table: name });
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

/** The listed layers that are views, which are not read. */
function listedViews(sqlite: Database, tables: ReadonlyMap<string, TableKind>): string[] {
  const listed = sqlite
    .prepare("SELECT table_name FROM gpkg_contents WHERE data_type = 'features' LIMIT 1000")
    .pluck()
    .all();
  return forListing(listed.map(String).filter((name) => tables.get(name.toLowerCase()) === 'view'));
}

interface LayerColumn {
  readonly name: string;
  readonly pk: number;
}

/** The columns of a layer without its geometry, and without generated columns: reading those would run code of the file. */
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
    // a value that is too long for a field becomes an empty blob
    ...columns.map(
      (column) =>
        `CASE WHEN octet_length(${quoted(column.name)}) > ${largestValueBytes} THEN x'' ELSE ${quoted(column.name)} END`,
    ),
  ];
  return `SELECT ${wanted.join(', ')} FROM ${quoted(name)}`;
}

function readReference(sqlite: Database, referenceId: number): ParsedReference {
  const row = sqlite
    .prepare(
      'SELECT organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(referenceId) as { organization: string; code: number; definition: string } | undefined;
  if (row === undefined) throw new Refusal({ code: 'reference-undefined', srsId: referenceId });
  if (String(row.organization).toUpperCase() === 'EPSG') return parseReferenceName(`EPSG:${row.code}`);
  return parseWktReference(String(row.definition));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
