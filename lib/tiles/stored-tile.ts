import { crc32 } from 'node:zlib';

const magic = Buffer.from('WTL1', 'latin1');

/** A tile as it is stored on disk: a mark, the CRC-32 of the body, and the body, which is empty for an empty tile. */
export function packTile(body: Uint8Array): Uint8Array {
  const packed = Buffer.alloc(8 + body.byteLength);
  packed.set(magic);
  packed.writeUInt32BE(crc32(body), 4);
  packed.set(body, 8);
  return packed;
}

/** The body of a packed tile; undefined for anything else or an incomplete file, which a power cut may leave. */
export function unpackTile(packed: Buffer): Buffer | undefined {
  if (packed.length < 8 || !packed.subarray(0, 4).equals(magic)) return undefined;
  const body = packed.subarray(8);
  return crc32(body) === packed.readUInt32BE(4) ? body : undefined;
}
