import { createHash } from 'node:crypto';

/**
 * The SHA-256 of `bytes`, in hexadecimal.
 *
 * @param onRead gets how many bytes have been read so far
 */
export async function digestOf(bytes: AsyncIterable<Uint8Array>, onRead?: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    read += chunk.length;
    onRead?.(read);
  }
  return hash.digest('hex');
}
