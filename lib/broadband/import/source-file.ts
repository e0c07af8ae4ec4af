/** The most that is read of one file, packed and unpacked, where nothing else is set (`MAX_UPLOAD_BYTES`). */
export const largestFileBytes = 2 ** 31;

/** A file of coverage as it came. It is read more than once, and not only from its beginning. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
  /** The most that is read of it, packed and unpacked; without one `largestFileBytes`. */
  readonly mostBytes?: number;
  /** Where it lies; a GeoPackage is opened there. */
  readonly path: string;
  /** Its bytes from `start`, up to but not including `end`; all of them where neither is given. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

const gibibyte = 2 ** 30;

/** `2 GiB`, or bytes where that is no whole number: a limit is told exactly. */
export function limitWords(bytes: number): string {
  if (bytes % gibibyte === 0) return `${bytes / gibibyte} GiB`;
  return `${bytes.toLocaleString('en-NZ')} bytes`;
}
