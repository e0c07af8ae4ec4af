import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { privateModes } from '#db/private-file.ts';

interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/** Shares of the limit: when the folder is fuller than the first, files are removed down to the second. */
const full = 3 / 4;
const thinned = 5 / 8;

/** The most files that wait to be written while the folder is thinned; others are made again when requested. */
const mostPostponed = 200;

/**
 * Tiles stored as files; the least recently used are removed first. Several processes may share the folder: each may write
 * its share of the last quarter of the space, and then thins the whole folder before it writes again, so that all together
 * stay within the limit.
 */
export class TileFiles {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #share: number;
  /** Bytes written since the folder was thinned; it is thinned before the first file. */
  #written = Number.POSITIVE_INFINITY;
  #thinning: Promise<void> | undefined;
  readonly #postponed = new Map<string, Uint8Array>();
  #names = 0;

  /** @param sharers how many processes write into the folder */
  constructor(folder: string, mostBytes: number, sharers: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#share = (mostBytes * (1 - full)) / sharers;
  }

  /**
   * Writes a file completely or not at all. A tile that cannot be stored, for example on a full disk, is made again at the
   * next request.
   */
  store(file: string, content: Uint8Array): void {
    if (content.byteLength > this.#share) return;
    if (this.#thinning !== undefined || this.#written + content.byteLength > this.#share) {
      if (this.#postponed.size < mostPostponed) this.#postponed.set(file, content);
      void this.thin();
      return;
    }
    this.#written += content.byteLength;
    const path = join(this.#folder, file);
    const unfinished = `${path}.${process.pid}-${this.#names++}`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: privateModes.folder });
      writeFileSync(unfinished, content, { mode: privateModes.file });
      renameSync(unfinished, path);
    } catch {
      void rm(unfinished, { force: true }).catch(() => {});
    }
  }

  /** Removes the least recently used files if the folder is too full, then writes the files that waited. */
  thin(): Promise<void> {
    this.#thinning ??= this.#thin().finally(() => {
      this.#thinning = undefined;
      const postponed = [...this.#postponed];
      this.#postponed.clear();
      for (const [file, content] of postponed) this.store(file, content);
    });
    return this.#thinning;
  }

  async #thin(): Promise<void> {
    const files = await filesIn(this.#folder);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > this.#mostBytes * full) {
      files.sort((a, b) => a.usedAt - b.usedAt);
      for (const { path, bytes: own } of files) {
        if (bytes <= this.#mostBytes * thinned) break;
        await rm(path, { force: true }).catch(() => {});
        // these succeed only for empty folders
        await rmdir(dirname(path)).catch(() => {});
        await rmdir(dirname(dirname(path))).catch(() => {});
        bytes -= own;
      }
    }
    this.#written = 0;
  }
}

async function filesIn(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  // the folder may not exist yet, or another process may have removed it; the others still count
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) for (const file of await filesIn(path)) files.push(file);
    if (!entry.isFile()) continue;
    const status = await stat(path).catch(() => undefined);
    if (status !== undefined) files.push({ path, bytes: status.size, usedAt: status.mtimeMs });
  }
  return files;
}
