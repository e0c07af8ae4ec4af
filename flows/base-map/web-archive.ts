import { gunzipSync } from 'node:zlib';
import type { WebAccess } from '#flows/web/ask.ts';
import { readWebRange, type WebFileVersion } from '#flows/web/web-file.ts';
import { type DirectoryEntry, directoriesFor, parseDirectory, tilesFor } from '#lib/base-map/extract/directory.ts';
import type { IdRange } from '#lib/base-map/extract/region.ts';
import { mostMetadataBytes } from '#lib/base-map/metadata.ts';
import { headerBytes, type PmtilesHeader, parsePmtilesHeader } from '#lib/base-map/pmtiles.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { type ByteRange, mergedRanges } from '#lib/web/byte-ranges.ts';
import type { FetchedParts } from './fetched-parts.ts';

/** Readers of PMTiles begin with these bytes, in which the whole root directory is. */
const firstRange: ByteRange = { offset: 0, length: 16_384 };
/** A request costs more than these bytes, and a break loses no more than the most bytes of each connection. */
const merging = { gap: 64 * 1024, most: 4 * 2 ** 20 };
const connections = 4;
/** The root, and leaves below it; larger directories than these are damage. */
const mostLevels = 4;
const mostDirectoryBytes = 64 * 2 ** 20;

interface WebArchiveAccess extends WebAccess {
  readonly parts: FetchedParts;
  readonly onProgress: ShowProgress;
}

/** A PMTiles file on another server, which is read by ranges. What was read is kept in `parts`. */
export class WebArchive {
  readonly header: PmtilesHeader;
  /** The header as it is. */
  readonly headerBytes: Buffer;
  readonly version: WebFileVersion;
  readonly #address: string;
  readonly #first: Buffer;
  readonly #access: WebArchiveAccess;

  /** @throws Refusal when the file cannot be read, or is not a street map that can be drawn */
  static async open(address: string, access: WebArchiveAccess): Promise<WebArchive> {
    const { version, bytes } = await readWebRange(address, firstRange, access);
    const header = parsePmtilesHeader(bytes.subarray(0, headerBytes));
    if ('code' in header) throw new Refusal({ ...header, file: address });
    access.parts.begin(address, version);
    return new WebArchive(address, version, header, bytes, access);
  }

  private constructor(
    address: string,
    version: WebFileVersion,
    header: PmtilesHeader,
    first: Buffer,
    access: WebArchiveAccess,
  ) {
    this.#address = address;
    this.version = version;
    this.header = header;
    this.headerBytes = first.subarray(0, headerBytes);
    this.#first = first;
    this.#access = access;
  }

  /** The metadata as they are stored. @throws Refusal for more than anybody reads */
  async metadata(): Promise<Buffer> {
    const { metadata } = this.header;
    if (metadata.length > mostMetadataBytes) throw this.#damage();
    const [bytes = Buffer.alloc(0)] = await this.#readAll([metadata]);
    return bytes;
  }

  /** The entries of the tiles of `ids`, in their order, with offsets in the file. */
  async entriesOf(ids: readonly IdRange[]): Promise<DirectoryEntry[]> {
    const { root, leaves, tiles } = this.header;
    const found: DirectoryEntry[][] = [];
    let directories = await this.#directoriesAt([root]);
    for (let level = 1; directories.length > 0; level++) {
      if (level > mostLevels) throw this.#damage();
      found.push(directories.flatMap((entries) => tilesFor(entries, ids)));
      const below = directories.flatMap((entries) => directoriesFor(entries, ids));
      directories = await this.#directoriesAt(
        below.map(({ offset, length }) => ({ offset: leaves.offset + offset, length })),
      );
    }
    return found
      .flat()
      .toSorted((one, other) => one.tileId - other.tileId)
      .map((entry) => ({ ...entry, offset: tiles.offset + entry.offset }));
  }

  /** The ranges in which the file is asked for these bytes: neighbours together. */
  partsOf(ranges: readonly ByteRange[]): ByteRange[] {
    return mergedRanges(ranges, merging);
  }

  /** How many bytes of these ranges have not been fetched. */
  missingBytes(wanted: readonly ByteRange[]): number {
    return bytesIn(wanted.filter((part) => !this.#access.parts.has(part)));
  }

  /** Fetches the ranges that have not been fetched, over several connections. */
  async fetch(wanted: readonly ByteRange[], stage: 'find-tiles' | 'download'): Promise<void> {
    const { parts, onProgress, signal } = this.#access;
    const total = bytesIn(wanted);
    const missing = wanted.filter((part) => !parts.has(part));
    let done = total - bytesIn(missing);
    onProgress(stage, done, total);
    const failure = new AbortController();
    const signals = signal === undefined ? [failure.signal] : [failure.signal, signal];
    const access = { ...this.#access, signal: AbortSignal.any(signals) };
    const queue = missing.values();
    const fetchNext = async () => {
      for (const part of queue) {
        let counted = 0;
        const onBytes = (received: number) => {
          done += received - counted;
          counted = received;
          onProgress(stage, done, total);
        };
        const { bytes } = await readWebRange(this.#address, part, access, this.version, onBytes);
        if (bytes.length !== part.length) throw this.#damage();
        parts.add(part, bytes);
      }
    };
    const running = Array.from({ length: connections }, () =>
      fetchNext().catch((fault: unknown) => {
        failure.abort(fault);
      }),
    );
    await Promise.all(running);
    failure.signal.throwIfAborted();
  }

  /** Bytes of each of the ranges. */
  async #readAll(ranges: readonly ByteRange[]): Promise<Buffer[]> {
    const isAtStart = ({ offset, length }: ByteRange) => offset + length <= this.#first.length;
    const wanted = this.partsOf(ranges.filter((range) => !isAtStart(range)));
    await this.fetch(wanted, 'find-tiles');
    return ranges.map((range) =>
      isAtStart(range)
        ? this.#first.subarray(range.offset, range.offset + range.length)
        : Buffer.concat([...this.#access.parts.read(range, wanted)]),
    );
  }

  async #directoriesAt(ranges: readonly ByteRange[]): Promise<DirectoryEntry[][]> {
    if (ranges.some(({ length }) => length > mostDirectoryBytes)) throw this.#damage();
    const packed = await this.#readAll(ranges);
    try {
      return packed.map((bytes) => parseDirectory(this.#unpacked(bytes)));
    } catch {
      throw this.#damage();
    }
  }

  #unpacked(bytes: Buffer): Buffer {
    return this.header.compression === 'gzip' ? gunzipSync(bytes, { maxOutputLength: mostDirectoryBytes }) : bytes;
  }

  #damage(): Refusal {
    return new Refusal({ code: 'base-map-damaged', file: this.#address });
  }
}

function bytesIn(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { length }) => sum + length, 0);
}
