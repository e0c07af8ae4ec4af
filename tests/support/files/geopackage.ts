import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { makeFolder } from './temporary-folder.ts';

type Rings = readonly (readonly (readonly number[])[])[];

/** A polygon in well-known binary. @param type 3, or 1003 and so on if positions have more numbers */
export function wkbPolygon(rings: Rings, type = 3, isLittleEndian = true): Buffer {
  const unsigned = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (isLittleEndian) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const double = (value: number) => {
    const bytes = Buffer.alloc(8);
    if (isLittleEndian) bytes.writeDoubleLE(value);
    else bytes.writeDoubleBE(value);
    return bytes;
  };
  const ringBytes = rings.map((ring) => Buffer.concat([unsigned(ring.length), ...ring.flat().map(double)]));
  return Buffer.concat([Buffer.of(isLittleEndian ? 1 : 0), unsigned(type), unsigned(rings.length), ...ringBytes]);
}

/** Several geometries in one. */
export function wkbMany(type: number, members: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 1;
  head.writeUInt32LE(type, 1);
  head.writeUInt32LE(members.length, 5);
  return Buffer.concat([head, ...members]);
}

/** A geometry in the form of a GeoPackage, without an envelope. */
export function geometryBlob(wkb: Buffer, referenceId = 4326, flags = 1): Buffer {
  const head = Buffer.alloc(8);
  head.write('GP', 'latin1');
  head[3] = flags;
  head.writeInt32LE(referenceId, 4);
  return Buffer.concat([head, wkb]);
}

/** An SQLite file built by `sql`, removed when the test ends. @returns its path */
export function sqliteFile(make: (sqlite: Database.Database) => void, name = 'towns.gpkg'): string {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, name);
  const sqlite = new Database(path);
  make(sqlite);
  sqlite.close();
  return path;
}

/** Creates the tables that every GeoPackage has. */
export function beginGeoPackage(sqlite: Database.Database): void {
  sqlite.exec(`
    PRAGMA application_id = 1196444487;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, ''), ('NZTM2000', 2193, 'EPSG', 2193, ''),
      ('Chatham', 3793, 'epsg', 3793, ''), ('none', -1, 'NONE', -1, 'undefined'), ('none', 0, 'NONE', 0, 'undefined');
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER);
  `);
}

/** Creates a layer with the columns `provider` and `max` and lists it. */
export function addLayer(
  sqlite: Database.Database,
  name: string,
  rows: readonly (readonly [geometry: Buffer | null, provider: string, max: number])[],
  referenceId = 4326,
): void {
  sqlite.exec(`CREATE TABLE "${name}" (fid INTEGER PRIMARY KEY, geom BLOB, provider TEXT, max REAL)`);
  listLayer(sqlite, name, referenceId);
  const insert = sqlite.prepare(`INSERT INTO "${name}" (geom, provider, max) VALUES (?, ?, ?)`);
  for (const row of rows) insert.run(...row);
}

export function listLayer(sqlite: Database.Database, name: string, referenceId = 4326): void {
  sqlite.prepare("INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?)").run(name, name, referenceId);
  sqlite.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'GEOMETRY', ?)").run(name, referenceId);
}

/** Writes bytes to a new file for the test. @returns its path */
export function fileWith(bytes: Buffer, name = 'towns.gpkg'): string {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, name);
  writeFileSync(path, bytes);
  return path;
}
