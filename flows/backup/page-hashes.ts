import { createHash, hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Snapshot } from '#db/backup/snapshot.ts';
import { writePrivateFile } from '#db/private-file.ts';
import { type KnownArchive, pageHashesName } from '#lib/backup/archives.ts';
import { parseManifest } from '#lib/backup/manifest.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import type { Pace } from './pace.ts';

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

/** What is kept of the SHA-256 of a page, to see whether it has changed. */
export const pageHashBytes = 16;
/** How much of the database is read at a time, in bytes. */
const bytesAtOnce = 2 ** 20;

/** A snapshot, read once. */
export interface SnapshotSurvey {
  /** Of the complete database, in hexadecimal. */
  readonly sha256: string;
  /** The hash of each page, `pageHashBytes` each. */
  readonly hashes: Buffer;
  /** The numbers of the pages that differ from those of `before`, ascending; without `before`, all would. */
  readonly changed: readonly number[];
}

export interface SnapshotReading {
  readonly pace: Pace;
  readonly onProgress: ShowProgress;
}

/** @param before the hashes of the pages of an earlier state */
export async function surveySnapshot(
  snapshot: Snapshot,
  before: Buffer | undefined,
  reading: SnapshotReading,
): Promise<SnapshotSurvey> {
  const whole = createHash('sha256');
  const hashes = Buffer.alloc(snapshot.pages * pageHashBytes);
  const changed: number[] = [];
  let page = 0;
  for await (const bytes of pagesOf(snapshot, reading)) {
    whole.update(bytes);
    for (let at = 0; before !== undefined && at < bytes.length; at += snapshot.pageBytes, page++) {
      const start = page * pageHashBytes;
      const end = start + pageHashBytes;
      hash('sha256', bytes.subarray(at, at + snapshot.pageBytes), 'buffer').copy(hashes, start, 0, pageHashBytes);
      const isSame = end <= before.length && before.compare(hashes, start, end, start, end) === 0;
      if (!isSame) changed.push(page + 1);
    }
  }
  return { sha256: whole.digest('hex'), hashes, changed };
}

/** All pages of a snapshot, many at a time. */
export async function* pagesOf(snapshot: Snapshot, { pace, onProgress }: SnapshotReading): AsyncGenerator<Buffer> {
  const { pageBytes, pages } = snapshot;
  const atOnce = Math.max(1, Math.floor(bytesAtOnce / pageBytes));
  for (let first = 1; first <= pages; first += atOnce) {
    yield snapshot.read(first, Math.min(atOnce, pages - first + 1));
    onProgress('copy-database', first * pageBytes, pages * pageBytes);
    await pace();
  }
}
