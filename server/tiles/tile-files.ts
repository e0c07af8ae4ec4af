import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/** Room that is made when the bound comes near, as a share of it. */
const filled = 3 / 4;
const thinnedTo = 5 / 8;

/**
 * Tiles kept as files, those used last for longest. Several processes may share the folder: each counts what it wrote
 * and looks at the whole folder again after its share of the last quarter, so that all together stay within the bound.
 */
export class TileFiles {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #writtenAtMost: number;
  /** Bytes in the folder, when it was last looked at and since then. */
  #bytes = 0;
  #writtenSince = Number.POSITIVE_INFINITY;
  #isThinning = false;
  #names = 0;

  /** @param sharers how many processes write into the folder */
  constructor(folder: string, mostBytes: number, sharers: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#writtenAtMost = (mostBytes * (1 - filled)) / sharers;
  }

  /**
   * Writes a file so that it is there whole or not at all. A tile that cannot be kept, on a full disk say, is made again
   * when it is asked for again.
   */
  keep(file: string, content: Uint8Array): void {
    if (content.byteLength > this.#writtenAtMost) return;
    const path = join(this.#folder, file);
    const unfinished = `${path}.${process.pid}-${this.#names++}`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(unfinished, content);
      renameSync(unfinished, path);
    } catch {
      void rm(unfinished, { force: true }).catch(() => {});
      return;
    }
    this.#bytes += content.byteLength;
    this.#writtenSince += content.byteLength;
    if (this.#bytes > this.#mostBytes * filled || this.#writtenSince > this.#writtenAtMost) void this.thin();
  }

  /** Looks at the folder and removes what was not used for longest when it is too full. */
  async thin(): Promise<void> {
    if (this.#isThinning) return;
    this.#isThinning = true;
    this.#writtenSince = 0;
    try {
      const files = await filesIn(this.#folder);
      let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      if (bytes > this.#mostBytes * filled) {
        files.sort((a, b) => a.usedAt - b.usedAt);
        for (const { path, bytes: own } of files) {
          if (bytes <= this.#mostBytes * thinnedTo) break;
          await rm(path, { force: true });
          // succeeds only for a folder that is empty now
          await rmdir(dirname(path)).catch(() => {});
          bytes -= own;
        }
      }
      this.#bytes = bytes + this.#writtenSince;
    } catch {
      // a folder that cannot be read is looked at again after the next few files
    } finally {
      this.#isThinning = false;
    }
  }
}

async function filesIn(folder: string): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // another process may have removed it meanwhile
    const status = await stat(path).catch(() => undefined);
    if (status !== undefined) files.push({ path, bytes: status.size, usedAt: status.mtimeMs });
  }
  return files;
}
