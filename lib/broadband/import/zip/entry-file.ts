import { largestFileBytes, type SourceFile } from '#lib/broadband/import/source-file.ts';
import type { ArchiveEntry } from './archive.ts';

/** A file in an archive as a file of its own, unpacked while it is read. */
export function entryFile(entry: ArchiveEntry, archive: SourceFile): SourceFile {
  return {
    name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
    bytes: entry.bytes,
    mostBytes: archive.mostBytes ?? largestFileBytes,
    path: '',
    async *read(start = 0, end = entry.bytes) {
      let at = 0;
      for await (const chunk of entry.read()) {
        const [from, to] = [Math.max(0, start - at), Math.min(chunk.length, end - at)];
        at += chunk.length;
        if (from < to) yield chunk.subarray(from, to);
        if (at >= end) return;
      }
    },
  };
}
