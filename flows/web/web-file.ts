import { type Reason, Refusal } from '#lib/refusal.ts';
import type { ByteRange } from '#lib/web/byte-ranges.ts';
import { askWeb, BrokenConnection, type WebAccess, type WebAnswer } from './ask.ts';

/** What says that a file on another server is still the same. */
export interface WebFileVersion {
  readonly bytes: number;
  readonly etag: string | null;
  readonly modified: string | null;
}

/** Bytes of a file on another server. */
interface ReadRange {
  readonly version: WebFileVersion;
  readonly bytes: Buffer;
}

/**
 * Reads bytes of a file on another server; fewer if the file ends before.
 *
 * @param known the version that it must have; any, if it is left out
 * @param onBytes gets how many bytes have arrived; fewer than before when they are asked for again
 * @throws Refusal when the server cannot be read, ignores ranges, or has another version meanwhile
 */
export async function readWebRange(
  address: string,
  range: ByteRange,
  access: WebAccess,
  known?: WebFileVersion,
  onBytes: (received: number) => void = () => {},
): Promise<ReadRange> {
  const headers = { Range: `bytes=${range.offset}-${range.offset + range.length - 1}`, ...conditionOf(known) };
  const received = await askWeb({ address, name: address, headers }, access, async (answer) => {
    onBytes(0);
    const version = versionOf(answer, range, address, known);
    const expected = Math.min(range.length, version.bytes - range.offset);
    return { version, bytes: await bytesOf(answer, expected, onBytes) };
  });
  return received;
}

/** A weak tag never fulfils `If-Match`. */
function conditionOf(known: WebFileVersion | undefined): Readonly<Record<string, string>> {
  const { etag = null } = known ?? {};
  return etag === null || etag.startsWith('W/') ? {} : { 'If-Match': etag };
}

function versionOf(
  { status, headers }: WebAnswer,
  { offset }: ByteRange,
  address: string,
  known: WebFileVersion | undefined,
): WebFileVersion {
  const changed: Reason = { code: 'web-changed', address };
  if (status === 412 || (status === 416 && known !== undefined)) throw new Refusal(changed);
  if (status === 200) throw new Refusal({ code: 'web-without-ranges', address });
  const [, first, bytes] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (status !== 206) throw new Refusal({ code: 'web-answered', address, status });
  if (Number(first) !== offset || bytes === undefined) throw new Refusal({ code: 'web-without-ranges', address });
  const found = { bytes: Number(bytes), etag: headers.get('etag'), modified: headers.get('last-modified') };
  if (known !== undefined && !isSameVersion(found, known)) throw new Refusal(changed);
  return found;
}

/** Whether two versions are the same; without a tag, the time of the last change says it. */
export function isSameVersion(one: WebFileVersion, other: WebFileVersion): boolean {
  const isTagged = one.etag !== null && other.etag !== null;
  return one.bytes === other.bytes && (isTagged ? one.etag === other.etag : one.modified === other.modified);
}

async function bytesOf({ body }: WebAnswer, expected: number, onBytes: (received: number) => void): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    received += chunk.length;
    if (received > expected) break;
    onBytes(received);
  }
  if (received !== expected) throw new BrokenConnection(`${received} of ${expected} bytes arrived`);
  return Buffer.concat(chunks);
}
