import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { largestFileBytes, limitWords, type SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';

/** What a bomb exceeds: Deflate packs 1,032 to 1, real tables of mostly blanks some 200 to 1. */
const mostExpansion = 500;
const expansionAllowedBytes = 50_000_000;
const mostEntries = 10_000;

/** One file within an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: number;
  readonly packedBytes: number;
  /** Its bytes, unpacked as they are asked for; nothing is ever written to disk. */
  read(): AsyncGenerator<Buffer>;
}

export interface Archive {
  /** Files only, without those that macOS adds for itself. */
  readonly entries: readonly ArchiveEntry[];
  close(): void;
}

/**
 * Opens a zip archive and reads its list.
 *
 * @throws Refusal for a damaged, encrypted or oversized one, for names that lead out of it, and for zip bombs
 */
export async function openArchive(file: SourceFile): Promise<Archive> {
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new RangeReader(file), file.bytes, { autoClose: false })
    .catch((fault: unknown) => refuseDamaged(fault));
  try {
    const entries: ArchiveEntry[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      if (zip.entryCount > mostEntries) throw new Refusal(`The zip archive holds more than ${mostEntries} files.`);
      if (entry.fileName.endsWith('/') || /(^|\/)(__MACOSX\/|\._)/.test(entry.fileName)) continue;
      bytes += entry.uncompressedSize;
      refuseOversized(entry, bytes, file.mostBytes ?? largestFileBytes);
      entries.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        packedBytes: entry.compressedSize,
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
  const name = JSON.stringify(fileName);
  if (total > mostBytes) {
    throw new Refusal(`The zip archive holds more than ${limitWords(mostBytes)} unpacked: split it.`);
  }
  if (uncompressedSize > expansionAllowedBytes && uncompressedSize > compressedSize * mostExpansion) {
    throw new Refusal(
      `The zip archive’s ${name} would unpack to ${Math.round(uncompressedSize / compressedSize).toLocaleString('en-NZ')} times its size, as zip bombs do: it is not read.`,
    );
  }
  if (entry.isEncrypted()) throw new Refusal(`The zip archive’s ${name} is encrypted: pack it without a password.`);
}

async function* readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
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

/** What is not a refusal already comes from the bytes of the archive. */
function refuseDamaged(fault: unknown, name?: string): never {
  if (!(fault instanceof Error) || fault instanceof Refusal || 'syscall' in fault) throw fault;
  const [, path] =
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(fault.message) ?? [];
  if (path !== undefined) {
    throw new Refusal(
      `The zip archive holds ${JSON.stringify(path.slice(0, 100))}, a name that leads out of the archive: pack the files anew.`,
    );
  }
  const where = name === undefined ? '' : ` at ${JSON.stringify(name)}`;
  throw new Refusal(`The zip archive is damaged or cut short${where}.`);
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
