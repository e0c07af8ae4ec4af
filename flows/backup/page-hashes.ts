import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '#db/private-file.ts';
import { type KnownArchive, pageHashesName } from '#lib/backup/archives.ts';
import { parseManifest } from '#lib/backup/manifest.ts';
import { pageHashBytes } from './survey-snapshot.ts';

/** An archive, and the hashes of the pages of its state, on which the next increment is made. */
export interface PageHashes {
  readonly archive: KnownArchive;
  readonly hashes: Buffer;
}

const head = z.object({ name: z.string(), manifestText: z.string() });

const fileIn = (folder: string) => join(folder, pageHashesName);

/** What the next increment in a folder is made on; undefined when it must be a full archive. */
export function readPageHashes(folder: string): PageHashes | undefined {
  try {
    const bytes = readFileSync(fileIn(folder));
    const headEnd = bytes.indexOf('\n');
    const { name, manifestText } = head.parse(JSON.parse(bytes.toString('utf8', 0, headEnd)));
    const manifest = parseManifest(manifestText);
    const hashes = bytes.subarray(headEnd + 1);
    const isUsable =
      hashes.length === (manifest?.database.pages ?? 0) * pageHashBytes && existsSync(join(folder, name));
    if (manifest === undefined || !isUsable) return undefined;
    return { archive: { name, manifest, manifestSha256: hash('sha256', manifestText) }, hashes };
  } catch {
    // it does not exist, or is damaged
    return undefined;
  }
}

/** Records on what the next increment in a folder is made. */
export function writePageHashes(
  folder: string,
  { name, manifestText, hashes }: { readonly name: string; readonly manifestText: string; readonly hashes: Buffer },
): void {
  writePrivateFile(fileIn(folder), Buffer.concat([Buffer.from(`${JSON.stringify({ name, manifestText })}\n`), hashes]));
}
