import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './unreadable-file.ts';

const newline = 0x0a;
const longestLine = 1_048_576;

/**
 * Cuts a stream of bytes anew, so that each piece is UTF-8 and ends where a line ends (the last one where the file
 * does). A newline byte never stands inside a longer UTF-8 sequence, so each piece can be judged by itself.
 *
 * @throws UnreadableFile at a line that is not UTF-8, or at one of more than 1 MiB, which no list of names has
 */
export async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  let linesBefore = 0;
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) {
      const piece = Buffer.concat([rest, chunk.subarray(0, end)]);
      linesBefore += countLines(piece, linesBefore);
      yield piece;
      rest = chunk.subarray(end);
    } else {
      rest = Buffer.concat([rest, chunk]);
    }
    if (rest.length > longestLine) throw new UnreadableFile(`line ${linesBefore + 1}`, 'is longer than 1 MiB');
  }
  countLines(rest, linesBefore);
  if (rest.length > 0) yield rest;
}

/** How many lines end in a piece. @throws UnreadableFile naming the first line that is not UTF-8 */
function countLines(piece: Uint8Array, linesBefore: number): number {
  const isText = isUtf8(piece);
  let lines = 0;
  let start = 0;
  for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
    if (!isText && !isUtf8(piece.subarray(start, end))) break;
    lines++;
    start = end + 1;
  }
  if (!isText) throw new UnreadableFile(`line ${linesBefore + lines + 1}`, 'is not UTF-8 text');
  return lines;
}
