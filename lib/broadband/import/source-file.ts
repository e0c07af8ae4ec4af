/** The most that is read of one file, packed and unpacked, unless `MAX_UPLOAD_BYTES` says otherwise. */
export const largestFileBytes = 2 ** 31;

/** A coverage file as it was delivered. It is not only read from its beginning. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
  /** The most that is read of it, packed and unpacked; `largestFileBytes` if left out. */
  readonly mostBytes?: number;
  /** Changes when the file does: after its reading it must be what it was before. */
  stamp?(): string;
  /** Where it is stored; SQLite opens a GeoPackage there. */
  readonly path: string;
  /** Its bytes from `start` up to, not including, `end`; all of them without either. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** The most that one import takes; the index of a larger version would not fit in memory with a running server. */
export const importLimits = { vertices: 20_000_000, offers: 100_000, idsCompared: 500_000 } as const;
