import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { packFormerCells } from './broadband/blocks/pack-former-cells.ts';
import type { Connection } from './client.ts';
import { witnessFormerReleases } from './registry/release-witness.ts';
import { applicationId, UnusableDatabase } from './unusable-database.ts';

/** What SQL alone cannot do: by the migration after which it is done, in its transaction. */
const afterwards: Readonly<Record<string, (connection: Connection) => void>> = {
  '0035_shared_blocks.sql': packFormerCells,
  '0079_release_witness.sql': witnessFormerReleases,
};

function migrationFiles(): URL[] {
  // built from text: Next's bundler would take `new URL(path, import.meta.url)` for an asset
  const folder = `${import.meta.dirname}/migrations/`;
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => new URL(`file://${folder}${name}`));
}

/**
 * Brings the database to this version, each step in a transaction of its own. Migrations are written by hand: Drizzle's kit
 * knows no `WITHOUT ROWID` tables, partial indexes, FTS5 or triggers. A test compares `schema.ts` with what they make.
 *
 * @returns its version before and after
 * @throws UnusableDatabase for a database that a newer Wātea has migrated
 */
export function migrate(connection: Connection): { from: number; to: number } {
  const { sqlite } = connection;
  const steps = migrationSteps();
  const step = sqlite.transaction((next: MigrationStep) => {
    if (databaseVersion(sqlite) < next.version) runStep(connection, next);
  });
  const from = requireKnown(sqlite, steps.length);
  for (const next of steps) step.immediate(next);
  return { from, to: steps.length };
}

/** One migration: what it does, and the version afterwards. */
export interface MigrationStep {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** The migrations of this program, in their order. */
export function migrationSteps(): MigrationStep[] {
  return migrationFiles().map((file, index) => {
    return { version: index + 1, name: basename(file.pathname), sql: readFileSync(file, 'utf8') };
  });
}

/** Runs a migration; call it in a transaction of a database at the version before. */
export function runStep(connection: Connection, { version, name, sql }: MigrationStep): void {
  const { sqlite } = connection;
  sqlite.exec(sql);
  afterwards[name]?.(connection);
  sqlite.pragma(`user_version = ${version}`);
  sqlite.pragma(`application_id = ${applicationId}`);
}

/** The version that `migrate` brings a database to. */
export function newestVersion(): number {
  return migrationFiles().length;
}

/** @throws UnusableDatabase unless the database is at exactly this version */
export function requireCurrent({ sqlite }: Connection): void {
  const newest = newestVersion();
  const version = requireKnown(sqlite, newest);
  if (version < newest)
    throw new UnusableDatabase({ code: 'database-too-old', file: sqlite.name, version, needed: newest });
}

/** The first line of a migration that servers of the version before can live with. */
const compatibleMark = '-- compatible';

/** Whether servers of the version before can live with a migration: only if its author has said so. */
export function isCompatible(sql: string): boolean {
  return sql.split('\n', 1)[0] === compatibleMark;
}

/** The first migration to come that servers of the version before cannot live with; undefined without one. */
export function breakingMigration({ sqlite }: Connection): string | undefined {
  const files = migrationFiles();
  const toCome = files.slice(requireKnown(sqlite, files.length));
  const breaking = toCome.find((file) => !isCompatible(readFileSync(file, 'utf8')));
  return breaking && basename(breaking.pathname, '.sql');
}

/** @throws UnusableDatabase for a migration to come that servers of the version before, which still run, cannot live with */
export function requireReloadable(connection: Connection): void {
  const migration = breakingMigration(connection);
  if (migration !== undefined) throw new UnusableDatabase({ code: 'migration-needs-restart', migration });
}

/** @throws UnusableDatabase for a database that a newer Wātea has migrated */
export function requireKnown(sqlite: Connection['sqlite'], newest: number): number {
  const version = databaseVersion(sqlite);
  if (version > newest)
    throw new UnusableDatabase({ code: 'database-too-new', file: sqlite.name, version, known: newest });
  return version;
}

/** How many migrations a database has. */
export function databaseVersion(sqlite: Connection['sqlite']): number {
  return sqlite.pragma('user_version', { simple: true }) as number;
}
