import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { openReader } from '#db/client.ts';
import { getPosition } from '#db/cluster/position.ts';
import { makePrivateFolder, privateModes, renameDurably, writePrivateFile } from '#db/private-file.ts';
import { makeArchive, requireGood } from '#flows/backup/make-archive.ts';
import { restBetween } from '#flows/backup/pace.ts';
import { verifyArchive } from '#flows/backup/read-archive.ts';
import { restoreArchive } from '#flows/backup/restore-archive.ts';
import { makeScratchFolder, type ScratchFile } from '#flows/files/scratch-file.ts';
import { archiveName } from '#lib/backup/archives.ts';
import { type Base, basesName, parseBases, withBase } from '#lib/cluster/bases.ts';
import { Refusal } from '#lib/refusal.ts';

/** The bases in a folder, oldest first; those of a list that cannot be read count as lost. */
export function listBases(folder: string): Base[] {
  const file = join(folder, basesName);
  return existsSync(file) ? (parseBases(readFileSync(file, 'utf8')) ?? []) : [];
}

/**
 * Makes a base of this node's state while everything runs, reads it back, and removes those that are no longer kept.
 *
 * @returns the bases that there are now, oldest first
 * @throws Refusal when it cannot be written
 */
export async function makeBase(databaseFile: string, folder: string, nowMs: number): Promise<Base[]> {
  makePrivateFolder(folder);
  const sequence = sequenceOf(databaseFile);
  const pace = restBetween();
  const made = await makeArchive(databaseFile, {
    fileOf: (kind, madeAt) => join(folder, archiveName(kind, madeAt)),
    pace,
    onProgress: () => undefined,
  });
  await requireGood(made, () => verifyArchive(made.file, pace));
  const before = listBases(folder);
  const added = { name: made.name, sequence, madeAt: Date.parse(made.manifest.madeAt) };
  const kept = withBase(before, added, nowMs);
  putList(folder, kept);
  for (const { name } of before)
    if (!kept.some((base) => base.name === name)) rmSync(join(folder, name), { force: true });
  return kept;
}

/** The last entry in the file; the snapshot, which is taken later, has it too. */
function sequenceOf(databaseFile: string): number {
  const connection = openReader(databaseFile);
  try {
    return getPosition(connection)?.sequence ?? 0;
  } finally {
    connection.sqlite.close();
  }
}

function putList(folder: string, bases: readonly Base[]): void {
  const file = join(folder, basesName);
  writePrivateFile(`${file}.new`, JSON.stringify(bases));
  renameDurably(`${file}.new`, file);
}

/** How long a server of bases may be silent, in milliseconds. */
const silentMs = 30_000;

/**
 * Puts the newest base in the place of this node's file, which is kept in a folder beside it. All of the base is unpacked and
 * checked first.
 *
 * @param baseDir the folder of bases, or its https address
 * @returns false when the folder or the address has no base
 * @throws Refusal when it is not sound, or another process still has the file open
 */
export async function takeBase(databaseFile: string, baseDir: string, nowMs: number): Promise<boolean> {
  if (baseDir.startsWith('/')) {
    const name = listBases(baseDir).at(-1)?.name;
    if (name === undefined || !existsSync(join(baseDir, name))) return false;
    await restore(databaseFile, join(baseDir, name), nowMs);
    return true;
  }
  const bases = parseBases(await (await fetched(addressOf(baseDir, basesName))).text());
  const name = bases?.at(-1)?.name;
  if (name === undefined) return false;
  makePrivateFolder(dirname(databaseFile));
  const scratch = makeScratchFolder(databaseFile);
  try {
    await restore(databaseFile, await download(baseDir, name, scratch), nowMs);
  } finally {
    scratch.remove();
  }
  return true;
}

const restore = (databaseFile: string, file: string, nowMs: number) =>
  restoreArchive(file, { databaseFile, nowMs, onProgress: () => undefined });

const addressOf = (baseDir: string, name: string) => `${baseDir.replace(/\/*$/, '')}/${name}`;

async function download(baseDir: string, name: string, scratch: ScratchFile): Promise<string> {
  const file = join(scratch.path, name);
  const { body } = await fetched(addressOf(baseDir, name));
  if (body === null) throw new Refusal({ code: 'base-not-fetched', address: addressOf(baseDir, name), cause: 'empty' });
  const content = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  await pipeline(content, createWriteStream(file, { mode: privateModes.file }));
  return file;
}

async function fetched(address: string): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silentMs);
  try {
    const response = await fetch(address, { signal: silence.signal });
    if (response.ok) return response;
    throw new Refusal({ code: 'base-not-fetched', address, cause: `status ${response.status}` });
  } catch (fault) {
    if (fault instanceof Refusal) throw fault;
    throw new Refusal({ code: 'base-not-fetched', address, cause: fault instanceof Error ? fault.message : '' });
  } finally {
    clearTimeout(timer);
  }
}
