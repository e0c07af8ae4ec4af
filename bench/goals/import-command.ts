import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const root = `${import.meta.dirname}/../..`;

/** What one import by the command line took. */
export interface MeasuredImport {
  /** From the start of the process until the version was published, in milliseconds. */
  readonly publishedMs: number;
  /** Its figures after that, and its map; of a large version both are made at the same time. */
  readonly figuresMs: number;
  readonly mapMs: number;
  /** The most memory of the process. */
  readonly megabytes: number;
  readonly vertices: number;
  readonly indexBytes: number;
}

/** The values of fields that the files of the benchmarks do not have. */
const offered = ['--availability', 'Available', '--min-down', '100', '--max-down', '950', '--min-up', '20'];

/** The command that imports a file and publishes it, for a process of its own. */
export function importCommand(file: string, more: readonly string[] = []): string[] {
  return [
    'watea.ts',
    'coverage',
    'import',
    file,
    '--new-provider',
    '--publish',
    '--json',
    '--max-up',
    '500',
    ...offered,
    ...more,
  ];
}

/** Runs the import at `nice 10` (needs GNU time). @throws Error with what it printed, when it fails */
export function importOnce(databaseFile: string, file: string, more: readonly string[] = []): MeasuredImport {
  const env = { ...process.env, DATABASE_URL: `file:${databaseFile}`, WATEA_DEMO: 'off' };
  const command = ['-f', '%M', 'nice', '-n', '10', process.execPath, ...importCommand(file, more)];
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync('/usr/bin/time', command, { cwd: root, env, encoding: 'utf8' });
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(stderr);
  const { layers, indexBytes, seconds } = JSON.parse(stdout) as {
    readonly layers: readonly { readonly vertices: number }[];
    readonly indexBytes: number;
    readonly seconds: { readonly measuring: number; readonly drawing: number };
  };
  const [figuresMs, mapMs] = [seconds.measuring * 1000, seconds.drawing * 1000];
  return {
    publishedMs: ms - Math.max(figuresMs, mapMs),
    figuresMs,
    mapMs,
    megabytes: Number(stderr.trim().split('\n').at(-1)) / 1024,
    vertices: layers.reduce((sum, layer) => sum + layer.vertices, 0),
    indexBytes,
  };
}

/** An empty database at a path, as the server makes it. */
export function migrateAt(databaseFile: string): void {
  const env = { ...process.env, DATABASE_URL: `file:${databaseFile}` };
  const { status, stderr } = spawnSync(process.execPath, ['watea.ts', 'migrate'], { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The urban areas of New Zealand, of the shared data. */
export const urbanAreas = `${import.meta.dirname}/../../../shared/data/nz-urban-areas.geojson.gz`;

interface Feature {
  readonly geometry: object;
}

const technologies = ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'];

/** The text of the urban areas. @throws Error if the shared data are not there */
export function urbanText(): string {
  if (!existsSync(urbanAreas)) throw new Error(`The benchmark needs ${urbanAreas}.`);
  return gunzipSync(readFileSync(urbanAreas)).toString();
}

/** Writes so many copies of the urban areas, each 0.001 degree further east than the one before, and of another provider. */
export function writeCopies(text: string, copies: number, path: string): void {
  const { features } = JSON.parse(text) as { features: readonly Feature[] };
  const file = openSync(path, 'w');
  writeSync(file, '{"type":"FeatureCollection","features":[');
  for (let copy = 0; copy < copies; copy++) {
    for (const [place, { geometry }] of features.entries()) {
      const comma = copy + place === 0 ? '' : ',\n';
      writeSync(file, `${comma}${featureText(movedEast(geometry, copy / 1000), copy % 5, `Bench ${copy + 1}`)}`);
    }
  }
  writeSync(file, ']}');
  closeSync(file);
}

/** Writes one town of the urban areas, with about ten thousand vertices, for a provider of its own. */
export function writeTown(text: string, path: string): void {
  const { features } = JSON.parse(text) as { features: readonly Feature[] };
  const bySize = features.map(({ geometry }) => JSON.stringify(geometry).length);
  const order = bySize.map((_, place) => place).sort((a, b) => (bySize[b] ?? 0) - (bySize[a] ?? 0));
  const town = features[order[20] ?? 0]?.geometry ?? {};
  const content = featureText(movedEast(town, 0.0123), 0, 'Bench town');
  writeFileSync(path, `{"type":"FeatureCollection","features":[${content}]}`);
}

function featureText(geometry: string, technology: number, provider: string): string {
  const properties = JSON.stringify({ technology: technologies[technology], provider });
  return `{"type":"Feature","properties":${properties},"geometry":${geometry}}`;
}

function movedEast(geometry: object, degrees: number): string {
  return JSON.stringify(geometry).replace(
    /\[(\d+\.?\d*),/g,
    (_, longitude: string) => `[${(Number(longitude) + degrees).toFixed(7)},`,
  );
}
