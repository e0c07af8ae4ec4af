/** A part of a file: its first byte, and how many. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/**
 * Parses `Range: bytes=…` (RFC 9110, 14.1.2) of a file of this length.
 *
 * @returns undefined to answer with all of the file: without the header, for other units and for several ranges;
 *   `unsatisfiable` for a range behind its end
 */
export function parseByteRange(header: string | undefined, fileBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || from + to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const start = from === '' ? Math.max(0, fileBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? fileBytes - 1 : Math.min(fileBytes - 1, Number(to));
  return start > end ? 'unsatisfiable' : { start, length: end - start + 1 };
}
