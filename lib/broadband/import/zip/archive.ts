import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { largestFileBytes, type SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';

/** The most that real files expand: Deflate packs up to 1,032 to 1, tables of mostly blanks about 200 to 1. */
const mostExpansion = 500;
const expansionAllowedBytes = 50_000_000;
const mostEntries = 10_000;

/** Kinds of compression that are read: none, and Deflate. */
const methodsRead: ReadonlySet<number> = new Set([0, 8]);
/** Names of the others (PKWARE APPNOTE, 4.4.5). */
const methodNames: ReadonlyMap<number, string> = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'BZIP2'],
  [14, 'LZMA'],
  [20, 'Zstandard'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
]);
/** Encryption with AES, as WinZip writes it. */
const aesMethod = 99;

/** One file in an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: number;
  /** Its bytes, unpacked while they are read; nothing is written to disk. */
  read(): AsyncGenerator<Buffer>;
}

export interface Archive {
  /** Only files, without those that macOS adds. */
  readonly entries: readonly ArchiveEntry[];
  close(): void;
}

/**
 * Opens a zip archive and reads its directory.
 *
 * @throws Refusal if it is damaged, encrypted, too large or a zip bomb, or if a file name points outside of it
 */
export async function openArchive(file: SourceFile): Promise<Archive> {
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new RangeReader(file), file.bytes, { autoClose: false })
    .catch((fault: unknown) => refuseDamaged(fault));
  try {
    const entries: ArchiveEntry[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      if (zip.entryCount > mostEntries) throw new Refusal({ code: 'zip-too-many-files', most: mostEntries });
      if (entry.fileName.endsWith('/') || /(^|\/)(__MACOSX\/|\._)/.test(entry.fileName)) continue;
      bytes += entry.uncompressedSize;
      refuseOversized(entry, bytes, file.mostBytes ?? largestFileBytes);
      entries.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: () => readEntry(zip, entry),
      });
    }
    return { entries, close: () => zip.close() };
  } catch (fault) {
    zip.close();
    return refuseDamaged(fault);
  }
}

function refuseOversized(entry: yauzl.Entry, total: number, mostBytes: number): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (total > mostBytes) throw new Refusal({ code: 'zip-too-large', most: mostBytes });
  if (uncompressedSize > expansionAllowedBytes && uncompressedSize > compressedSize * mostExpansion)
    throw new Refusal({
      code: 'zip-bomb',
      entry: fileName,
      factor: Math.round(uncompressedSize / Math.max(1, compressedSize)),
    });
  if (entry.isEncrypted() || entry.compressionMethod === aesMethod)
    throw new Refusal({ code: 'zip-encrypted', entry: fileName });
}

async function* readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  const method = entry.compressionMethod;
  if (!methodsRead.has(method)) {
    const name = methodNames.get(method);
    throw new Refusal({ code: 'zip-method', entry: entry.fileName, method: name ?? `number ${method}` });
  }
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    let sum = 0;
    for await (const chunk of stream) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('the check sum differs');
  } catch (fault) {
    refuseDamaged(fault, entry.fileName);
  }
}

/** Any other fault than a refusal or one of the disk is due to the bytes of the archive. */
function refuseDamaged(fault: unknown, entry?: string): never {
  if (!(fault instanceof Error) || fault instanceof Refusal || 'syscall' in fault) throw fault;
  const [, path] =
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(fault.message) ?? [];
  if (path !== undefined) throw new Refusal({ code: 'zip-outside', path: path.slice(0, 100) });
  if (/encrypt/.test(fault.message)) throw new Refusal({ code: 'zip-encrypted', entry });
  if (/multi-disk/.test(fault.message)) throw new Refusal({ code: 'zip-split' });
  throw new Refusal({ code: 'zip-damaged', entry });
}

class RangeReader extends yauzl.RandomAccessReader {
  readonly #file: SourceFile;

  constructor(file: SourceFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.read(start, end), { objectMode: false });
  }
}
