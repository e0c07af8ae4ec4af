/** The most that is read of one file, packed and unpacked, where no other limit is set. */
export const largestFileBytes = 2 ** 31;

/** A file of coverage as it came. It is read more than once, and not only from its beginning. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
  /** Where it lies; a GeoPackage is opened there. */
  readonly path: string;
  /** Its bytes from `start`, up to but not including `end`; all of them where neither is given. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}
