import Database from 'better-sqlite3';
import {
  attributionOf,
  type ExportedPart,
  type ExportedVersion,
  exportedColumns,
  titleOf,
} from '#lib/broadband/export/exported-version.ts';
import { geoPackageGeometry } from '#lib/broadband/export/geopackage-geometry.ts';

const rowsAtOnce = 500;

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

/** The tables that OGC 12-128r19 (GeoPackage 1.3) requires in a file with one layer and metadata. */
const tables = `
  PRAGMA application_id = 0x47504B47;
  PRAGMA user_version = 10300;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
  CREATE TABLE gpkg_extensions (
    table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
    CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
  CREATE TABLE gpkg_metadata (
    id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset',
    md_standard_uri TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '');
  CREATE TABLE gpkg_metadata_reference (
    reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER,
    timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
    CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
    CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id));
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
    ('WGS 84 geodetic', 4326, 'EPSG', 4326, '${wgs84}', 'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
  INSERT INTO gpkg_extensions VALUES
    ('gpkg_metadata', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec130/#extension_metadata', 'read-write'),
    ('gpkg_metadata_reference', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec130/#extension_metadata', 'read-write');
`;

/** The types of the columns that are not text. */
const columnTypes = new Map<string, string>([
  ...exportedColumns.filter((name) => name.startsWith('bandwidth')).map((name): [string, string] => [name, 'REAL']),
  ['timing_id', 'INTEGER'],
]);

/**
 * Writes a version as a GeoPackage with one layer `coverage`, a row for each polygon, in steps of some milliseconds.
 *
 * @param path where no file exists yet
 * @param isoTime when the file says it was made, as `2026-11-20T12:00:00.000Z`
 * @returns how many polygons were written; each step yields how many there are so far
 */
export function* writeGeoPackage(
  path: string,
  version: ExportedVersion,
  parts: Iterable<ExportedPart>,
  isoTime: string,
): Generator<number, number> {
  const sqlite = new Database(path);
  try {
    // a file that is incomplete after a crash is thrown away anyway
    sqlite.pragma('journal_mode = OFF');
    sqlite.pragma('synchronous = OFF');
    sqlite.exec(tables);
    const columns = exportedColumns.map((name) => `${name} ${columnTypes.get(name) ?? 'TEXT'}`).join(', ');
    sqlite.exec(`CREATE TABLE coverage (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POLYGON, ${columns})`);
    const { written, box } = yield* writeRows(sqlite, parts);
    writeContents(sqlite, version, box, isoTime);
    return written;
  } finally {
    sqlite.close();
  }
}

function* writeRows(sqlite: Database.Database, parts: Iterable<ExportedPart>) {
  const insert = sqlite.prepare(
    `INSERT INTO coverage (geom, ${exportedColumns.join(', ')}) VALUES (?${', ?'.repeat(exportedColumns.length)})`,
  );
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  let written = 0;
  sqlite.exec('BEGIN');
  for (const { offer, rings } of parts) {
    const { blob, box } = geoPackageGeometry(rings);
    west = Math.min(west, box[0] ?? west);
    east = Math.max(east, box[1] ?? east);
    south = Math.min(south, box[2] ?? south);
    north = Math.max(north, box[3] ?? north);
    insert.run(blob, ...exportedColumns.map((column) => offer[column]));
    if (++written % rowsAtOnce !== 0) continue;
    sqlite.exec('COMMIT; BEGIN');
    yield written;
  }
  sqlite.exec('COMMIT');
  return { written, box: written === 0 ? [null, null, null, null] : [west, south, east, north] };
}

function writeContents(
  sqlite: Database.Database,
  version: ExportedVersion,
  box: readonly (number | null)[],
  isoTime: string,
): void {
  const [title, attribution] = [titleOf(version), attributionOf(version)];
  sqlite
    .prepare(
      `INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, min_x, min_y, max_x, max_y, srs_id)
       VALUES ('coverage', 'features', ?, ?, ?, ?, ?, ?, ?, 4326)`,
    )
    .run(title, attribution, isoTime, ...box);
  sqlite.exec("INSERT INTO gpkg_geometry_columns VALUES ('coverage', 'geom', 'POLYGON', 4326, 0, 0)");
  const metadata = JSON.stringify({
    title,
    attribution,
    license: version.terms?.licence.url,
    version: version.versionId,
    published: version.publishedOn,
    layers: version.layers.map(({ asOf, ...layer }) => ({ ...layer, as_of: asOf })),
  });
  sqlite
    .prepare("INSERT INTO gpkg_metadata VALUES (1, 'dataset', ?, 'application/json', ?)")
    .run(version.baseUrl, metadata);
  sqlite
    .prepare("INSERT INTO gpkg_metadata_reference VALUES ('geopackage', NULL, NULL, NULL, ?, 1, NULL)")
    .run(isoTime);
}
