import type { Database } from 'better-sqlite3';
import { openForeign, refuseDamaged } from '#db/geopackage/foreign-file.ts';
import { Projector } from '#lib/broadband/import/projection/projector.ts';
import { nameOf } from '#lib/broadband/import/projection/reference.ts';
import { parseReferenceName } from '#lib/broadband/import/projection/reference-name.ts';
import { positionInGeometry } from '#lib/places/lists/geopackage-position.ts';
import { listKinds, listWithColumns } from '#lib/places/lists/list-kinds.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { Refusal } from '#lib/refusal.ts';
import { findColumn } from '#lib/row-files/columns.ts';

/** A row of it: its number, and its text by column. */
interface PlaceLayerRow {
  readonly where: { readonly feature: number };
  readonly values: Readonly<Record<string, string>>;
}

/** A layer of a GeoPackage that is a list of places. */
export interface PlaceLayer {
  readonly list: PlaceList;
  readonly rows: Iterable<PlaceLayerRow>;
  close(): void;
}

interface Layer {
  readonly name: string;
  readonly geometryColumn: string;
  readonly organization: string;
  readonly code: number;
}

const layers = `
  SELECT c.table_name AS name, g.column_name AS geometryColumn, s.organization, s.organization_coordsys_id AS code
  FROM gpkg_contents c
  JOIN gpkg_geometry_columns g ON lower(g.table_name) = lower(c.table_name)
  JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
  JOIN pragma_table_list t ON t.schema = 'main' AND lower(t.name) = lower(c.table_name) AND t.type = 'table'
  WHERE c.data_type = 'features' ORDER BY c.table_name LIMIT 1000`;

/**
 * Opens the first layer of a GeoPackage whose columns are those of a list of places. The position of each row is read
 * from its geometry, and has its degrees in the columns `shape_x` and `shape_y`.
 *
 * @param scratchPath where a copy is made, if one is needed; it is removed again
 * @returns undefined when no layer is a list of places
 * @throws Refusal for a damaged file, any other SQLite file, and a reference system that is not read
 */
export function openPlaceLayer(path: string, scratchPath: string): PlaceLayer | undefined {
  const { sqlite, close } = openForeign(path, scratchPath);
  try {
    for (const layer of sqlite.prepare(layers).all() as Layer[]) {
      const columns = columnsOf(sqlite, layer);
      const list = listWithColumns(columns);
      if (list !== undefined) return { list, rows: rowsOf(sqlite, layer, { columns, list }), close };
    }
    close();
    return undefined;
  } catch (fault) {
    close();
    return refuseDamaged(fault);
  }
}

/** The columns of a layer without its geometry and generated columns: reading those would run code of the file. */
function columnsOf(sqlite: Database, { name, geometryColumn }: Layer): string[] {
  const rows = sqlite.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0').pluck().all(name) as string[];
  return rows.filter((column) => column.toLowerCase() !== geometryColumn.toLowerCase());
}

interface Content {
  readonly columns: readonly string[];
  readonly list: PlaceList;
}

function* rowsOf(sqlite: Database, layer: Layer, { columns, list }: Content): Generator<PlaceLayerRow> {
  const { required, optional } = listKinds[list];
  const missing = Object.fromEntries(optional.map((name) => [name, '']));
  const places = [...required, ...optional]
    .map((name) => [name, findColumn(columns, name)] as const)
    .filter(([, at]) => at !== -1);
  const reference = parseReferenceName(`${layer.organization}:${layer.code}`);
  if (!reference.ok) throw new Refusal(reference.reason);
  const projector = new Projector(reference.reference);
  const wanted = [layer.geometryColumn, ...columns].map((name) => `"${name.replaceAll('"', '""')}"`);
  const from = `FROM "${layer.name.replaceAll('"', '""')}"`;
  let feature = 0;
  try {
    for (const row of sqlite
      .prepare(`SELECT ${wanted.join(', ')} ${from}`)
      .raw()
      .iterate() as Iterable<unknown[]>) {
      feature++;
      const [geometry, ...texts] = row;
      const known = Object.fromEntries(places.map(([name, at]) => [name, String(texts[at] ?? '')]));
      const position = Buffer.isBuffer(geometry) ? positionInGeometry(geometry) : undefined;
      if (position !== undefined && !projector.project(position.x, position.y)) {
        const where = { feature };
        throw new Refusal({ code: 'places-not-imported', file: layer.name }, [
          { where, reason: { code: 'place-not-in-reference', reference: nameOf(reference.reference) } },
        ]);
      }
      const degrees = position === undefined ? {} : degreesOf(projector);
      yield { where: { feature }, values: { ...missing, ...known, ...degrees } };
    }
  } catch (fault) {
    refuseDamaged(fault);
  }
}

function degreesOf({ longitude, latitude }: Projector): Record<string, string> {
  return { shape_x: longitude.toFixed(7), shape_y: latitude.toFixed(7) };
}
