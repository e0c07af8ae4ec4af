import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ArrowFunctionExpression, type Node, parseSync, Visitor } from 'oxc-parser';

const root = `${import.meta.dirname}/..`;
const productionFloors = ['lib', 'db', 'flows', 'server', 'app', 'cli'];
/** Folders that hold one entry for each step of history, not code that is read together. */
const sequences = ['db/migrations', 'docs/decisions'];

interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly kind: 'production' | 'test';
  readonly imports: readonly string[];
  /** Those of them of which more than types is imported, which are loaded with it. */
  readonly loads: readonly string[];
  readonly exports: number;
  /** Lines of each function with a body of its own, nested ones included. */
  readonly functionLines: readonly number[];
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module } = parseSync(path, text);
  const lineAt = lineCounter(text);
  const functionLines: number[] = [];
  const measure = ({ start, end }: Node) => {
    functionLines.push(lineAt(end) - lineAt(start) + 1);
  };
  const measureArrow = (node: ArrowFunctionExpression) => {
    if (!node.expression) measure(node);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measureArrow,
  }).visit(program);
  const passedOn = module.staticExports.flatMap(({ entries }) => entries);
  const pathsOf = (specifiers: readonly (string | undefined)[]) =>
    specifiers.flatMap((specifier) => (specifier === undefined ? [] : resolveImport(path, specifier)));
  return {
    path,
    lines: text.split('\n').length - 1,
    kind: kindOf(path),
    imports: pathsOf([
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...passedOn.map(({ moduleRequest }) => moduleRequest?.value),
    ]),
    loads: pathsOf([
      ...module.staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...passedOn.filter(({ isType }) => !isType).map(({ moduleRequest }) => moduleRequest?.value),
    ]),
    exports: passedOn.length,
    functionLines,
  };
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset);
}

function kindOf(path: string): SourceFile['kind'] {
  return /^(tests|e2e)\/|\.(test|spec|fixture)\.tsx?$/.test(path) ? 'test' : 'production';
}

function resolveImport(from: string, specifier: string): string[] {
  if (specifier.startsWith('#')) return [specifier.slice(1)];
  return specifier.startsWith('.') ? [join(dirname(from), specifier)] : [];
}

/** Groups of files of which each imports, directly or not, every other (Tarjan). */
function circlesOf(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Map<string, { readonly number: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visit(path: string): number {
    const own = { number: seen.size, low: seen.size, isOpen: true };
    seen.set(path, own);
    open.push(path);
    for (const next of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(next)) continue;
      const known = seen.get(next);
      if (known === undefined) own.low = Math.min(own.low, visit(next));
      else if (known.isOpen) own.low = Math.min(own.low, known.number);
    }
    if (own.low === own.number) {
      const circle = open.splice(open.indexOf(path));
      for (const member of circle) Object.assign(seen.get(member) ?? {}, { isOpen: false });
      if (circle.length > 1) circles.push(circle);
    }
    return own.low;
  }
  for (const { path } of files) if (!seen.has(path)) visit(path);
  return circles;
}

/** The files that are loaded with one, itself among them. */
function loadedWith(path: string, files: ReadonlyMap<string, SourceFile>, loaded = new Set<string>()): Set<string> {
  const file = files.get(path);
  if (file === undefined || loaded.has(path)) return loaded;
  loaded.add(path);
  for (const next of file.loads) loadedWith(next, files, loaded);
  return loaded;
}

/** Files of under thirty lines with one export that only one other file imports. */
function roomsWithOneVisitor(files: readonly SourceFile[]): number {
  const visitors = new Map<string, number>();
  for (const { imports } of files)
    for (const path of new Set(imports)) visitors.set(path, (visitors.get(path) ?? 0) + 1);
  return files.filter(
    ({ path, kind, lines, exports }) =>
      kind === 'production' && lines < 30 && exports === 1 && visitors.get(path) === 1,
  ).length;
}

/** Imports that Biome refuses: across a wall, or in a circle. */
function countOffenders(): number {
  const rules = ['style/noRestrictedImports', 'suspicious/noImportCycles'].map((rule) => `--only=${rule}`);
  const { stdout } = spawnSync('node_modules/.bin/biome', ['lint', '--reporter=json', ...rules, '.'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout.slice(stdout.indexOf('{'))).summary.errors;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `p50 ${percentile(sorted, 0.5)}, p90 ${percentile(sorted, 0.9)}, most ${sorted.at(-1) ?? 0}`;
}

const linesOf = (files: readonly SourceFile[]) => files.reduce((sum, { lines }) => sum + lines, 0);
const floorOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '(root)');

const files = tracked.filter((path) => /\.(ts|tsx|mjs)$/.test(path)).map(readSource);
const production = files.filter(({ kind }) => kind === 'production');
const floors = Map.groupBy(files, ({ path }) => floorOf(path));

console.log('floor        files  production  test lines  tests : code  functions (lines)');
for (const [floor, own] of [...floors].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const code = linesOf(own.filter(({ kind }) => kind === 'production'));
  const tests = linesOf(own.filter(({ kind }) => kind === 'test'));
  const share = code === 0 ? '' : (tests / code).toFixed(2);
  const functions = spread(own.flatMap(({ functionLines }) => functionLines));
  console.log(
    `${floor.padEnd(12)} ${String(own.length).padStart(5)}  ${String(code).padStart(10)}  ${String(tests).padStart(10)}  ${share.padStart(12)}  ${functions}`,
  );
}

const folders = Map.groupBy(tracked, dirname);
const largest = [...folders]
  .filter(([folder]) => folder !== '.' && !sequences.includes(folder))
  .map(([folder, own]) => ({ folder, count: own.length }))
  .sort((a, b) => b.count - a.count);
const guarded = production.filter(({ path }) => productionFloors.includes(floorOf(path)));
const functionLines = production.flatMap((file) => file.functionLines);
const circles = circlesOf(production);
const byPath = new Map(production.map((file) => [file.path, file]));
const operations = [
  ['GET /1.0/availability', 'app/1.0/availability/route.ts'],
  ['GET /1.0/droplist', 'app/1.0/droplist/route.ts'],
  ['GET /api/1.0/availability/yx/<y>/<x>', 'app/api/1.0/availability/yx/[y]/[x]/route.ts'],
  ['POST /api/1.0/availability/yx', 'app/api/1.0/availability/yx/route.ts'],
] as const;

console.log(`
largest folders        ${largest
  .slice(0, 3)
  .map(({ folder, count }) => `${folder} ${count}`)
  .join(', ')} files
circles of files       ${circles.length}${circles.map((circle) => `\n                       ${circle.join(', ')}`).join('')}
imports across walls   ${countOffenders()}
production files       ${production.length}, ${linesOf(production)} lines: ${spread(production.map(({ lines }) => lines))}
rooms with one visitor ${roomsWithOneVisitor(files)}
a request loads        ${operations.map(([name, path]) => `${loadedWith(path, byPath).size} files for ${name}`).join('\n                       ')}
functions              ${functionLines.length}: ${spread(functionLines)} lines; ${functionLines.filter((lines) => lines > 60).length} over 60
production lines       ${linesOf(guarded)} in ${productionFloors.join(' + ')}
tests : code           ${(linesOf(files.filter(({ kind }) => kind === 'test')) / linesOf(production)).toFixed(2)}`);
