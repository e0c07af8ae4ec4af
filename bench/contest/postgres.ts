import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchData } from '#bench/data.ts';
import { generateCoverage } from '#bench/generated/coverage.ts';
import { seededOfferIds } from '#bench/generated/seed.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';

/** A PostgreSQL of its own, which listens only on a Unix socket. */
export interface Postgres {
  readonly pid: number;
  readonly socketFolder: string;
  /** Runs SQL. @throws Error with PostgreSQL's message */
  run(sql: string): string;
  /** Copies rows, as text with tabs, into a table. */
  copy(table: string, rows: Iterable<string>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL with PostGIS from Debian's packages, in a folder that may have its data already.
 *
 * @returns a sentence that says why, when it is not available here
 */
export async function startPostgres(folder: string): Promise<Postgres | string> {
  const bin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (bin === undefined || !existsSync(join(bin, 'initdb'))) return 'PostgreSQL is not installed';
  if (globSync('/usr/share/postgresql/*/extension/postgis.control').length === 0) return 'PostGIS is not installed';
  const who = identity();
  if (typeof who === 'string') return who;

  const [data, socketFolder] = [join(folder, 'postgres'), join(folder, 'socket')];
  for (const path of [data, socketFolder]) {
    mkdirSync(path, { recursive: true });
    if (who.uid !== undefined && who.gid !== undefined) chownSync(path, who.uid, who.gid);
  }
  // initdb must be able to reach its folder
  chmodSync(folder, 0o755);
  chmodSync(data, 0o700);
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { ...who, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  if (!existsSync(join(data, 'PG_VERSION'))) run('initdb', ['-D', data, '-A', 'trust', '-U', 'bench', '--no-sync']);

  const settings = ['listen_addresses=', 'shared_buffers=1GB', 'max_wal_size=8GB', 'synchronous_commit=off'];
  const output = openSync(join(folder, 'postgres.log'), 'w');
  const args = ['-D', data, '-k', socketFolder, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(bin, 'postgres'), args, { ...who, stdio: ['ignore', output, output], cwd: '/' });
  const client = ['-h', socketFolder, '-U', 'bench', '-d', 'postgres', '-X', '-q', '-v', 'ON_ERROR_STOP=1'];
  for (let tries = 0; ; tries++) {
    try {
      run('psql', [...client, '-c', 'SELECT 1']);
      break;
    } catch (fault) {
      if (tries > 300 || child.exitCode !== null) return `PostgreSQL did not start: ${String(fault)}`;
      await sleep(100);
    }
  }
  return {
    pid: child.pid ?? 0,
    socketFolder,
    run: (sql) => run('psql', [...client, '-t', '-A', '-c', sql]),
    async copy(table, rows) {
      const copying = spawn(join(bin, 'psql'), [...client, '-c', `COPY ${table} FROM STDIN`], {
        ...who,
        stdio: ['pipe', 'ignore', 'inherit'],
        cwd: '/',
      });
      const ended = once(copying, 'exit');
      await writeAll(copying.stdin, rows);
      const [status] = await ended;
      if (status !== 0) throw new Error(`Copying into ${table} ended with ${status}.`);
    },
    async stop() {
      const ended = once(child, 'exit');
      // SIGINT is its fast shutdown
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function writeAll(out: Writable, rows: Iterable<string>): Promise<void> {
  for (const row of rows) if (!out.write(`${row}\n`)) await once(out, 'drain');
  out.end();
}

/** PostgreSQL refuses to run as root: there it runs as the user that Debian's package makes. */
function identity(): Pick<SpawnOptions, 'uid' | 'gid'> | string {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((user) => user.startsWith('postgres:'));
  if (line === undefined) return 'there is no user postgres';
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

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
