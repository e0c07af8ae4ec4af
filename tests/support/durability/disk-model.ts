import { tries } from '#tests/support/long.ts';
import type { Operation } from './traced-writes.ts';

/** The files of a folder by name. */
export type Files = ReadonlyMap<string, Buffer>;

/** A change that a power cut may or may not leave on the disk; `bytes` undefined: the file is cut or extended to `at`. */
type Pending =
  | { readonly of: 'data'; readonly file: File; readonly at: number; readonly bytes: Buffer | undefined }
  | { readonly of: 'names'; readonly apply: (names: Map<string, File>) => void };

/** A file whatever its name; `bytes` are those that are on the disk for certain. */
class File {
  bytes: Buffer = Buffer.alloc(0);
}

/**
 * A disk that keeps for certain only what was synced: the bytes of a file when the file was, and the names in the folder when
 * the folder was.
 */
export class DiskModel {
  /** The names as the process sees them, and as they are on the disk for certain. */
  readonly #seen = new Map<string, File>();
  #names = new Map<string, File>();
  #pending: Pending[] = [];

  /** @param files what was on the disk before */
  constructor(files: Files) {
    for (const [name, bytes] of files) {
      const file = new File();
      file.bytes = bytes;
      this.#seen.set(name, file);
      this.#names.set(name, file);
    }
  }

  get pending(): number {
    return this.#pending.length;
  }

  apply(operation: Operation): void {
    if (operation.kind === 'confirm') return;
    const { name } = operation;
    const file = this.#seen.get(name);
    if (operation.kind === 'sync') {
      if (name === '') this.#syncNames();
      else if (file !== undefined) this.#syncBytes(file);
      return;
    }
    if (operation.kind === 'create') {
      if (file === undefined) this.#rename(name, new File());
      return;
    }
    // an index of a log is a memory map, and a log that was unlinked may still be written
    if (file === undefined) return;
    if (operation.kind === 'write') this.#write(file, operation.at, operation.bytes);
    if (operation.kind === 'truncate') this.#truncate(file, operation.length);
    if (operation.kind === 'rename' || operation.kind === 'link') this.#rename(operation.to, file);
    if (operation.kind === 'rename' || operation.kind === 'unlink') this.#rename(name, undefined);
  }

  /** What is on the disk after a power cut now, if of the changes that are not certain those that `isKept` were made. */
  afterPowerCut(isKept: (place: number) => boolean): Files {
    const names = new Map(this.#names);
    const bytes = new Map<File, Buffer>();
    this.#pending.forEach((change, place) => {
      if (!isKept(place)) return;
      if (change.of === 'names') change.apply(names);
      else bytes.set(change.file, changed(bytes.get(change.file) ?? Buffer.from(change.file.bytes), change));
    });
    return new Map([...names].map(([name, file]) => [name, bytes.get(file) ?? file.bytes]));
  }

  /** Whether a change that is not certain is one of names, which a journal of the file system keeps in order. */
  isName(place: number): boolean {
    return this.#pending[place]?.of === 'names';
  }

  #syncNames(): void {
    for (const change of this.#pending) if (change.of === 'names') change.apply(this.#names);
    this.#pending = this.#pending.filter((change) => change.of === 'data');
  }

  #syncBytes(file: File): void {
    for (const change of this.#pending)
      if (change.of === 'data' && change.file === file) file.bytes = changed(file.bytes, change);
    this.#pending = this.#pending.filter((change) => change.of === 'names' || change.file !== file);
  }

  #rename(name: string, file: File | undefined): void {
    const apply = (names: Map<string, File>) => {
      if (file === undefined) names.delete(name);
      else names.set(name, file);
    };
    apply(this.#seen);
    this.#pending.push({ of: 'names', apply });
  }

  #truncate(file: File, length: number): void {
    this.#pending.push({ of: 'data', file, at: length, bytes: undefined });
  }

  /** In sectors: a power cut may leave any number of them. */
  #write(file: File, at: number, written: Buffer): void {
    for (let start = 0; start < written.length; ) {
      const end = Math.min(written.length, start + sectorBytes - ((at + start) % sectorBytes));
      this.#pending.push({ of: 'data', file, at: at + start, bytes: written.subarray(start, end) });
      start = end;
    }
  }
}

/** What a disk writes at once: 512 bytes, or as many as here, so that the usual run has fewer cases. */
const sectorBytes = tries(4096, 512);

/** A buffer with the change made; the same one if it is long enough. */
function changed(buffer: Buffer, { at, bytes }: Extract<Pending, { of: 'data' }>): Buffer {
  const length = bytes === undefined ? at : Math.max(buffer.length, at + bytes.length);
  const made = length === buffer.length ? buffer : Buffer.concat([buffer], length);
  bytes?.copy(made, at);
  return made;
}
