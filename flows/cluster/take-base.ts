import { createWriteStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { makePrivateFolder, privateModes } from '#db/private-file.ts';
import { restoreArchive } from '#flows/backup/restore-archive.ts';
import { makeScratchFolder, type ScratchFile } from '#flows/files/scratch-file.ts';
import { basesName, parseBases } from '#lib/cluster/bases.ts';
import { Refusal } from '#lib/refusal.ts';
import { listBases } from './make-base.ts';

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
