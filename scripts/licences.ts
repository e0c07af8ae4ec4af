import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/licences.md');

/** An installed package that ships with Wātea. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As its `package.json` says, an SPDX expression; empty if it says nothing. */
  readonly licence: string;
  /** Whether Wātea itself asks for it. */
  readonly isDirect: boolean;
}

/** Licences that allow to ship a package in a program that is not published. */
const free = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** Packages with another licence, each for a reason that docs/licences.md gives. */
const accepted: Readonly<Record<string, RegExp>> = {
  'Hippocratic-2.1': /^(?:react-leaflet|@react-leaflet\/core)$/,
  // the library of `sharp`, which Next brings along and this server never loads
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-/,
};

/** Whether a package may ship under its licence. Of alternatives one is enough, of licences that apply together all must be free. */
export function mayShip({ name, licence }: Pick<ShippedPackage, 'name' | 'licence'>): boolean {
  if (accepted[licence]?.test(name)) return true;
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => free.includes(one)));
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** Every package that an installation without development tools has, by name. */
export function shippedPackages(): ShippedPackage[] {
  const { dependencies = {} } = readManifest(join(root, 'package.json'));
  const found = new Map<string, ShippedPackage>();
  const add = (name: string, from: string) => {
    const file = manifestOf(name, from);
    if (file === undefined || found.has(file)) return;
    const { version, license, ...more } = readManifest(file);
    const licence = typeof license === 'string' ? license : '';
    found.set(file, { name, version, licence, isDirect: from === root });
    // a package for another platform is not installed
    for (const next of Object.keys({ ...more.dependencies, ...more.optionalDependencies })) add(next, dirname(file));
  };
  for (const name of Object.keys(dependencies)) add(name, root);
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The `package.json` of a package as Node finds it from a folder; undefined if it is not installed. */
function manifestOf(name: string, from: string): string | undefined {
  const folders = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file));
}

const [start, end] = ['<!-- written by scripts/licences.ts: from here -->', '<!-- to here -->'];

/** The table of the packages that Wātea asks for, as docs/licences.md has it. */
export function licenceTable(packages: readonly ShippedPackage[]): string {
  const rows = packages.filter(({ isDirect }) => isDirect).map(({ name, licence }) => [`\`${name}\``, licence]);
  const head = ['package', 'licence'];
  const widths = [0, 1].map((at) => Math.max(...[head, ...rows].map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The table as the page has it now. */
export function writtenTable(): string {
  return readFileSync(page, 'utf8').split(start)[1]?.split(end)[0]?.trim() ?? '';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const packages = shippedPackages();
  for (const { name, licence } of packages.filter((one) => !mayShip(one))) {
    console.error(`${name} may not ship: its licence is ${licence || 'not stated'}.`);
    process.exitCode = 1;
  }
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(start);
  writeFileSync(page, `${before}${start}\n\n${licenceTable(packages)}\n\n${end}${rest.split(end)[1] ?? ''}`);
}
