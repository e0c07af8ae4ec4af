import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type BesideKind, besideKind } from '#lib/backup/files-beside.ts';

/** How the names of the files of these kinds beside a database continue its own. */
export function suffixesBeside(databaseFile: string, ...kinds: readonly BesideKind[]): string[] {
  const folder = dirname(databaseFile);
  const start = basename(databaseFile);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((suffix) => kinds.some((kind) => kind === besideKind(suffix)))
    .sort();
}
