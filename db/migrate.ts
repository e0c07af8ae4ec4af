import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from './client.ts';

/** A database that this version of Wātea cannot use; its message is the one sentence an operator sees. */
export class DatabaseVersionError extends Error {
  override name = 'DatabaseVersionError';
}

/** 'Wāte' in ASCII: tells Wātea's databases from other SQLite files. */
const applicationId = 0x57617465;

function migrationFiles(): URL[] {
  // built from text, not `new URL(path, import.meta.url)`: Next's bundler would take the folder for an asset
  const folder = `${import.meta.dirname}/migrations/`;
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => new URL(`file://${folder}${name}`));
}

/**
 * Brings the database to this version, each step in a transaction of its own.
 *
 * @returns the versions it stood at before and stands at now
 * @throws DatabaseVersionError for a foreign SQLite file, or a database that a newer Wātea has migrated
 */
export function migrate({ sqlite }: Connection): { from: number; to: number } {
  const files = migrationFiles();
  const step = sqlite.transaction((file: URL, version: number) => {
    if (databaseVersion(sqlite) >= version) return;
    sqlite.exec(readFileSync(file, 'utf8'));
    sqlite.pragma(`user_version = ${version}`);
    sqlite.pragma(`application_id = ${applicationId}`);
  });
  const from = requireOwn(sqlite, files.length);
  files.forEach((file, index) => {
    step.immediate(file, index + 1);
  });
  return { from, to: files.length };
}

/** @throws DatabaseVersionError unless the database is at exactly this version */
export function requireCurrent({ sqlite }: Connection): void {
  const newest = migrationFiles().length;
  const version = requireOwn(sqlite, newest);
  if (version < newest) {
    throw new DatabaseVersionError(
      `The database ${sqlite.name} is at version ${version} and this Wātea needs ${newest}: run "npm run watea -- migrate".`,
    );
  }
}

function requireOwn(sqlite: Connection['sqlite'], newest: number): number {
  const version = databaseVersion(sqlite);
  const owner = sqlite.pragma('application_id', { simple: true });
  const isNew = version === 0 && sqlite.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (!isNew && owner !== applicationId) {
    throw new DatabaseVersionError(`${sqlite.name} is an SQLite file, but not a database of Wātea.`);
  }
  if (version > newest) {
    throw new DatabaseVersionError(
      `The database ${sqlite.name} is at version ${version}, newer than this Wātea knows (${newest}): run the newer Wātea, or restore a backup.`,
    );
  }
  return version;
}

function databaseVersion(sqlite: Connection['sqlite']): number {
  return sqlite.pragma('user_version', { simple: true }) as number;
}
