import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Cluster } from '#db/cluster/cluster.ts';
import { makePrivateFolder, privateModes } from '#db/private-file.ts';
import { archiveNames } from '#flows/backup/archive-folder.ts';
import { checkArchive } from '#flows/backup/check-archive.ts';
import { makeArchive } from '#flows/backup/make-archive.ts';
import { restBetween } from '#flows/backup/pace.ts';
import { restoreArchive } from '#flows/backup/restore-archive.ts';
import { makeScratchFolder } from '#flows/files/scratch-file.ts';
import { archiveName, isArchiveName } from '#lib/backup/archive-name.ts';
import { sharedNow } from '#lib/clock.ts';

/** How many bases are kept: a node may be reading the older one. */
const keptBases = 2;
/** Beside the bases, for nodes that cannot list a folder: the name of the newest one. */
const newestName = 'newest';
/** Beside a base: the entry of the log that it has at least. */
const sequenceOf = (base: string) => `${base}.sequence`;

/** Whether an address of bases is a folder, to which a node can add one. */
export const isFolder = (address: string) => address.startsWith('/');

/**
 * Makes a base for new nodes: a full backup, which has the node's place in the log and the files beside the database. It is
 * unpacked and checked before it counts. Then older bases go, and the part of the log that no kept base needs.
 *
 * @throws Refusal when it cannot be written, or is not sound
 */
export async function makeBase(node: Cluster, folder: string): Promise<string> {
  makePrivateFolder(folder);
  const sequence = node.sequence();
  const made = await makeArchive(node.databaseFile, {
    fileOf: (kind, madeAt) => join(folder, archiveName(kind, madeAt)),
    pace: restBetween(),
    onProgress: () => undefined,
  });
  try {
    await checkArchive(made.file, () => undefined);
  } catch (fault) {
    rmSync(made.file, { force: true });
    throw fault;
  }
  writePrivate(sequenceOf(made.file), String(sequence));
  writePrivate(join(folder, newestName), basename(made.file));
  removeOldBases(folder);
  await node.trimLog(oldestSequence(folder));
  return made.file;
}

const writePrivate = (file: string, text: string) => writeFileSync(file, `${text}\n`, { mode: privateModes.file });

function removeOldBases(folder: string): void {
  for (const name of archiveNames(folder).slice(0, -keptBases))
    for (const file of [join(folder, name), sequenceOf(join(folder, name))]) rmSync(file, { force: true });
}

/** The entry that all kept bases have. */
function oldestSequence(folder: string): number {
  return Math.min(...archiveNames(folder).map((name) => Number(readText(sequenceOf(join(folder, name))) ?? 0)));
}

/**
 * Replaces the node's file, which nothing has open, by the newest base. What was there is set aside.
 *
 * @param address a folder, or the `https` address of one
 * @returns false when there is no base
 * @throws Refusal when the base is not sound
 */
export async function takeBase(databaseFile: string, address: string): Promise<boolean> {
  const order = { databaseFile, nowMs: sharedNow(), onProgress: () => undefined };
  if (isFolder(address)) {
    const name = readText(join(address, newestName));
    if (name === undefined) return false;
    await restoreArchive(join(address, name), order);
    return true;
  }
  const name = await fetchText(`${address.replace(/\/$/, '')}/${newestName}`);
  if (name === undefined || !isArchiveName(name)) return false;
  const scratch = makeScratchFolder(databaseFile);
  try {
    const file = join(scratch.path, name);
    await download(`${address.replace(/\/$/, '')}/${name}`, file);
    await restoreArchive(file, order);
    return true;
  } finally {
    scratch.remove();
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
}

async function fetchText(url: string): Promise<string | undefined> {
  const response = await fetch(url);
  return response.ok ? (await response.text()).trim() : undefined;
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new Error(`${url} answers ${response.status}.`);
  const content = response.body as unknown as AsyncIterable<Uint8Array>;
  await pipeline(content, createWriteStream(file, { mode: privateModes.file }));
}
