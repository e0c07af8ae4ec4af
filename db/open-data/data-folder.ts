import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the files that are offered, beside the database. */
export function dataFolder(databaseFile: string): string {
  return `${databaseFile}-data`;
}

/** Where a file is that has this SHA-256: its content never changes. */
export function dataFilePath(databaseFile: string, sha256: string): string {
  return join(dataFolder(databaseFile), sha256);
}

/**
 * Removes all files of a folder but those with these digests: those of other versions, and unfinished ones.
 *
 * @param madeBefore in epoch milliseconds: what is younger stays
 */
export function removeOtherDataFiles(
  folder: string,
  kept: ReadonlySet<string>,
  madeBefore = Number.POSITIVE_INFINITY,
): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (!kept.has(name) && madeAt !== undefined && madeAt < madeBefore) rmSync(file, { force: true });
  }
}
