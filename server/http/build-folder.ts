import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pointer = join(root, '.next/newest-build');
/** Where Next works in development, and where the types of the routes are. */
export const developmentFolder = '.next';

/**
 * The folder of the build for this process, relative to the project: the one that its server started with, or the newest.
 * In development it is Next's own.
 */
export function buildFolder(): string {
  const { NODE_ENV, WATEA_BUILD } = process.env;
  return WATEA_BUILD ?? (NODE_ENV === 'development' ? developmentFolder : newestBuild());
}

/** The folder of the newest complete build, relative to the project; Next's own folder before the first build. */
export function newestBuild(): string {
  try {
    return readFileSync(pointer, 'utf8');
  } catch {
    return developmentFolder;
  }
}

export function setNewestBuild(folder: string): void {
  writeFileSync(pointer, folder);
}

/** The folder of a build as an absolute path. */
export function absoluteFolder(folder: string): string {
  return join(root, folder);
}

/** Keeps this process, and those that it will start, on the build that is the newest now. */
export function keepBuild(): void {
  process.env.WATEA_BUILD = buildFolder();
}
