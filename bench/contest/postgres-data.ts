import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchData } from '#bench/data.ts';
import { generateCoverage } from '#bench/generated/coverage.ts';
import { seededOfferIds } from '#bench/generated/seed.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import type { Postgres } from './postgres.ts';

/** Copies the project's database into PostgreSQL, unless an earlier run has. */
export async function fillPostgres(postgres: Postgres, data: BenchData, folder: string): Promise<void> {
  const filled = join(folder, 'filled');
  if (existsSync(filled)) return;
  postgres.run(`DROP TABLE IF EXISTS domain, listed_name, part, piece; CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE TABLE domain (name text PRIMARY KEY, registered bigint NOT NULL, cancelled bigint, free_at bigint);
    CREATE TABLE listed_name (name text PRIMARY KEY, status text NOT NULL);
    CREATE UNLOGGED TABLE part (offer_id int NOT NULL, geom geometry(Polygon, 4326) NOT NULL)`);
  await postgres.copy('domain', namesAsText(data.full));
  await postgres.copy('part', partsAsText(data));
  // some outlines of towns are invalid, and ST_Subdivide requires valid ones
  postgres.run(`CREATE TABLE piece AS SELECT offer_id, ST_Subdivide(
      CASE WHEN ST_IsValid(geom) THEN geom ELSE ST_MakeValid(geom) END, 64) AS geom FROM part`);
  postgres.run('DROP TABLE part; CREATE INDEX piece_geom ON piece USING gist (geom)');
  for (const table of ['domain', 'listed_name', 'piece']) postgres.run(`VACUUM ANALYZE ${table}`);
  writeFileSync(filled, '');
}

function* namesAsText(databaseFile: string): Generator<string> {
  const database = openDatabase(databaseFile);
  try {
    const rows = database.reader.sqlite
      .prepare<[], [string, number, number | null, number | null]>(
        'SELECT name, registered, cancelled, free_at FROM domain',
      )
      .raw()
      .iterate();
    for (const row of rows) yield row.map((value) => value ?? '\\N').join('\t');
  } finally {
    closeDatabase(database);
  }
}

/** Offers and polygons, the latter in the well-known binary form with its SRID, as hexadecimal digits. */
function* partsAsText({ full, settlements }: BenchData): Generator<string> {
  const ids = seededOfferIds(full);
  for (const { layer, offer, parts } of generateCoverage(settlements).content()) {
    for (const rings of parts) yield `${ids[layer]?.[offer]}\t${polygonAsHex(rings)}`;
  }
}

function polygonAsHex(rings: readonly Int32Array[]): string {
  const points = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const bytes = Buffer.alloc(13 + 4 * rings.length + 16 * points);
  // little-endian, a polygon, with an SRID
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(0x20000003, 1);
  bytes.writeUInt32LE(4326, 5);
  bytes.writeUInt32LE(rings.length, 9);
  let at = 13;
  for (const ring of rings) {
    at = bytes.writeUInt32LE(ring.length / 2, at);
    for (let place = 0; place < ring.length; place += 2) {
      at = bytes.writeDoubleLE(((ring[place] as number) + 1_800_000_000) / 1e7, at);
      at = bytes.writeDoubleLE((ring[place + 1] as number) / 1e7, at);
    }
  }
  return bytes.toString('hex');
}
