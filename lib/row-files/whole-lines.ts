import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './unreadable-file.ts';

const newline = 0x0a;
/** No list of names has a longer line, in bytes. */
const longestLine = 1_048_576;

/**
 * Cuts a stream of bytes into pieces of whole lines, each piece valid UTF-8; the last one ends where the file does. A
 * newline byte is never part of a longer UTF-8 sequence, so each piece can be checked by itself.
 *
 * @throws UnreadableFile at a line that is not UTF-8 or has more than `mostBytes` (1 MiB), or where `bytes` cannot be read on
 */
export async function* wholeLines(
  bytes: AsyncIterable<Uint8Array>,
  mostBytes = longestLine,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  let linesBefore = 0;
  try {
    for await (const chunk of bytes) {
      const end = chunk.lastIndexOf(newline) + 1;
      if (end > 0) {
        const piece = Buffer.concat([rest, chunk.subarray(0, end)]);
        linesBefore += countLines(piece);
        yield piece;
        rest = chunk.subarray(end);
      } else {
        rest = Buffer.concat([rest, chunk]);
      }
      if (rest.length > mostBytes) throw new UnreadableFile({ code: 'line-too-long', mostBytes });
    }
    countLines(rest);
  } catch (fault) {
    throw fault instanceof UnreadableFile ? new UnreadableFile(fault.reason, linesBefore + fault.line) : fault;
  }
  if (rest.length > 0) yield rest;
}

/** How many lines end in a piece. @throws UnreadableFile with the line of the piece that is not UTF-8, from 1 */
function countLines(piece: Uint8Array): number {
  const isText = isUtf8(piece);
  let lines = 0;
  let start = 0;
  for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
    if (!isText && !isUtf8(piece.subarray(start, end))) break;
    lines++;
    start = end + 1;
  }
  if (!isText) throw new UnreadableFile({ code: 'line-not-utf-8' }, lines + 1);
  return lines;
}
