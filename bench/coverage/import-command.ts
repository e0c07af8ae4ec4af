import { spawnSync } from 'node:child_process';

const root = `${import.meta.dirname}/../..`;

/** What one import by the command line took. */
export interface MeasuredImport {
  /** From the start of the process until the version was published, in milliseconds. */
  readonly publishedMs: number;
  /** Its figures after that. */
  readonly figuresMs: number;
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
  const figuresMs = seconds.measuring * 1000;
  return {
    publishedMs: ms - figuresMs - seconds.drawing * 1000,
    figuresMs,
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
