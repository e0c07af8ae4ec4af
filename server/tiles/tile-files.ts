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

/** The most files that wait to be written while the folder is looked at; others are made again when they are asked for. */
const mostPostponed = 200;

/**
 * Tiles kept as files, those used last for longest. Several processes may share the folder: each may write its share of the
 * last quarter of the room, then it looks at the whole folder and removes what is too much before it writes again. So
 * all together stay within the bound.
 */
export class TileFiles {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #share: number;
  /** What was written since the folder was looked at; it is looked at before the first file. */
  #written = Number.POSITIVE_INFINITY;
  #looking: Promise<void> | undefined;
  readonly #postponed = new Map<string, Uint8Array>();
  #names = 0;

  /** @param sharers how many processes write into the folder */
  constructor(folder: string, mostBytes: number, sharers: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#share = (mostBytes * (1 - filled)) / sharers;
  }

  /**
   * Writes a file so that it is there whole or not at all. A tile that cannot be kept, on a full disk say, is made again
   * when it is asked for again.
   */
  keep(file: string, content: Uint8Array): void {
    if (content.byteLength > this.#share) return;
    if (this.#looking !== undefined || this.#written + content.byteLength > this.#share) {
      if (this.#postponed.size < mostPostponed) this.#postponed.set(file, content);
      void this.thin();
      return;
    }
    this.#written += content.byteLength;
    const path = join(this.#folder, file);
    const unfinished = `${path}.${process.pid}-${this.#names++}`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(unfinished, content);
      renameSync(unfinished, path);
    } catch {
      void rm(unfinished, { force: true }).catch(() => {});
    }
  }

  /** Looks at the folder, removes what was not used for longest when it is too full, and writes what waited for that. */
  thin(): Promise<void> {
    this.#looking ??= this.#thin().finally(() => {
      this.#looking = undefined;
      const postponed = [...this.#postponed];
      this.#postponed.clear();
      for (const [file, content] of postponed) this.keep(file, content);
    });
    return this.#looking;
  }

  async #thin(): Promise<void> {
    const files = await filesIn(this.#folder);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > this.#mostBytes * filled) {
      files.sort((a, b) => a.usedAt - b.usedAt);
      for (const { path, bytes: own } of files) {
        if (bytes <= this.#mostBytes * thinnedTo) break;
        await rm(path, { force: true }).catch(() => {});
        // these succeed only for folders that are empty now
        await rmdir(dirname(path)).catch(() => {});
        await rmdir(dirname(dirname(path))).catch(() => {});
        bytes -= own;
      }
    }
    this.#written = 0;
  }
}

async function filesIn(folder: string): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  // there is no folder before the first file, and another process may have removed one meanwhile: the others still count
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
