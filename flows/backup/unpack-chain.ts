import { createHash } from 'node:crypto';
import { closeSync, createReadStream, ftruncateSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { privateModes, syncFile } from '#db/private-file.ts';
import {
  databaseMember,
  type Manifest,
  type Member,
  pageNumberBytes,
  pagesMember,
  suffixOf,
} from '#lib/backup/manifest.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { type ReadManifest, readArchive } from './read-archive.ts';

export interface Unpacking {
  /** The archives of a chain, oldest first. */
  readonly files: readonly string[];
  /** Where a file goes. @param suffix how its name continues that of the database; empty for the database */
  readonly pathOf: (suffix: string) => string;
  readonly onProgress: ShowProgress;
}

/**
 * Unpacks a full archive and the increments after it into the state of the last one. Files of earlier states may be left.
 *
 * @returns the manifest of the last
 * @throws Refusal when one of them is damaged, or the result is not what the last one was made of
 */
export async function unpackChain({ files, pathOf, onProgress }: Unpacking): Promise<Manifest> {
  const database = openSync(pathOf(''), 'w+', privateModes.file);
  let last: ReadManifest | undefined;
  try {
    for (const file of files) {
      const before: ReadManifest | undefined = last;
      last = await readArchive(file, async (member, content) => {
        if (member.name === databaseMember) await writeAll(database, content, onProgress, member.bytes);
        else if (member.name === pagesMember) await writePages(database, content, file, before);
        else await writeFile(pathOf(suffixOf(member)), content, { mode: privateModes.file, flush: true });
      });
      ftruncateSync(database, last.manifest.database.pages * last.manifest.database.pageBytes);
    }
  } finally {
    closeSync(database);
  }
  const file = files.at(-1) ?? '';
  if (last === undefined || (await fileDigest(pathOf(''))) !== last.manifest.database.sha256)
    throw new Refusal({ code: 'backup-damaged', file, member: databaseMember });
  for (const member of last.manifest.files) await requireSame(file, member, pathOf(suffixOf(member)));
  syncFile(pathOf(''));
  return last.manifest;
}

async function writeAll(database: number, content: AsyncIterable<Uint8Array>, onProgress: ShowProgress, total: number) {
  let at = 0;
  for await (const chunk of content) {
    writeAt(database, chunk, at);
    at += chunk.length;
    onProgress('check-backup', at, total);
  }
}

/** Each page follows its number. */
async function writePages(
  database: number,
  content: AsyncIterable<Uint8Array>,
  file: string,
  before: ReadManifest | undefined,
): Promise<void> {
  if (before === undefined) throw new Refusal({ code: 'backup-damaged', file, member: pagesMember });
  const { pageBytes } = before.manifest.database;
  const step = pageNumberBytes + pageBytes;
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % step);
    for (let at = 0; at < whole; at += step) {
      const page = bytes.subarray(at + pageNumberBytes, at + step);
      writeAt(database, page, (bytes.readUInt32BE(at) - 1) * pageBytes);
    }
    rest = bytes.subarray(whole);
  }
}

function writeAt(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
}

/** A file beside the database may come from an earlier archive of the chain. */
async function requireSame(file: string, { name, sha256 }: Member, path: string): Promise<void> {
  const found = await fileDigest(path).catch(() => '');
  if (found !== sha256) throw new Refusal({ code: 'backup-damaged', file, member: name });
}

async function fileDigest(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) digest.update(chunk);
  return digest.digest('hex');
}
