import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chainOf, isArchiveName, type KnownArchive } from '#lib/backup/archives.ts';
import { Refusal } from '#lib/refusal.ts';
import { readManifest } from './read-archive.ts';

/** The names of the archives in a folder, oldest first. */
export function archiveNames(folder: string): string[] {
  return readdirSync(folder).filter(isArchiveName).sort();
}

/** The same for a folder that a person has named. @throws Refusal when it does not exist */
export function namesIn(folder: string): string[] {
  try {
    return archiveNames(folder);
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new Refusal({ code: 'no-backups', folder });
    throw fault;
  }
}

/** The archives in a folder whose manifests can be read, oldest first. */
export async function listArchives(folder: string): Promise<KnownArchive[]> {
  return await knownAmong(folder, archiveNames(folder));
}

/**
 * The files that make up the state of an archive, oldest first: itself, and for an increment those in its folder on which
 * it was made.
 *
 * @throws Refusal when one is missing, and for a file that is no archive
 */
export async function filesOfChain(file: string): Promise<string[]> {
  const folder = dirname(file);
  const last = { name: basename(file), ...(await readManifest(file)) };
  if (last.manifest.kind === 'full') return [file];
  const chain = chainOf(last, await listArchives(folder));
  if (chain === undefined) throw new Refusal({ code: 'backup-chain-broken', file, folder });
  return chain.map(({ name }) => join(folder, name));
}

async function knownAmong(folder: string, names: readonly string[]): Promise<KnownArchive[]> {
  const known: KnownArchive[] = [];
  for (const name of names) {
    try {
      known.push({ name, ...(await readManifest(join(folder, name))) });
    } catch (fault) {
      // one that is damaged cannot be used, whatever it was
      if (!(fault instanceof Refusal)) throw fault;
    }
  }
  return known;
}
