import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder, writePrivateFile } from '#db/private-file.ts';
import { isSameVersion, type WebFileVersion } from '#flows/web/web-file.ts';
import { type ByteRange, slicesOf } from '#lib/web/byte-ranges.ts';

const source = z.object({
  address: z.string(),
  version: z.object({ bytes: z.number(), etag: z.string().nullable(), modified: z.string().nullable() }),
});

/** The file that is being fetched. */
export type FetchedSource = z.infer<typeof source>;

/**
 * Parts of a file of another server, in a folder beside the database. They survive the process and a power cut, so that
 * a fetch goes on where it broke off. Each is a file of its own, complete as soon as it has its name.
 */
export class FetchedParts {
  readonly #folder: string;

  constructor(databaseFile: string) {
    this.#folder = `${databaseFile}-fetch`;
  }

  /** What the parts are of; undefined without any. */
  get source(): FetchedSource | undefined {
    const file = this.#fileOf('source.json');
    if (!existsSync(file)) return undefined;
    try {
      return source.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // not written by this version
      return undefined;
    }
  }

  /** Keeps the parts there are if they are of this version of the file; otherwise removes them. */
  begin(address: string, version: WebFileVersion): void {
    const before = this.source;
    if (before?.address === address && isSameVersion(before.version, version)) return;
    this.remove();
    makePrivateFolder(this.#folder);
    writePrivateFile(this.#fileOf('source.json'), JSON.stringify({ address, version }));
  }

  has(part: ByteRange): boolean {
    return statSync(this.#pathOf(part), { throwIfNoEntry: false })?.size === part.length;
  }

  add(part: ByteRange, bytes: Buffer): void {
    writePrivateFile(this.#pathOf(part), bytes);
  }

  /** The bytes of a range that is in the parts, in pieces. @param parts in the order of the file */
  *read(range: ByteRange, parts: readonly ByteRange[]): Generator<Buffer> {
    for (const { part, start, length } of slicesOf(range, parts)) yield this.#readSlice(part, start, length);
  }

  /** How many bytes are kept. */
  bytes(): number {
    if (this.source === undefined) return 0;
    const sizes = readdirSync(this.#folder).map((name) => Number(/^\d+-(\d+)$/.exec(name)?.[1] ?? 0));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #readSlice(part: ByteRange, start: number, length: number): Buffer {
    const file = openSync(this.#pathOf(part), 'r');
    try {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, start);
      return bytes;
    } finally {
      closeSync(file);
    }
  }

  #pathOf({ offset, length }: ByteRange): string {
    return this.#fileOf(`${offset}-${length}`);
  }

  #fileOf(name: string): string {
    return join(this.#folder, name);
  }
}
