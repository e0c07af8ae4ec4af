/** The 64 bits of the last hash, as two unsigned halves: an object for each name would cost more than the hash. */
export interface NameHash {
  high: number;
  low: number;
}

/** Hashes a name into the `NameHash` that it always returns. */
export type NameHasher = (name: string) => NameHash;

/**
 * HalfSipHash-1-3 with 64 bits, over the code units of ASCII names. Keyed with a secret of the database, so that nobody
 * can make up a free name with the hash of a taken one.
 *
 * @param key 8 bytes
 */
export function nameHasher(key: Uint8Array): NameHasher {
  const words = new DataView(key.buffer, key.byteOffset, 8);
  const [k0, k1] = [words.getInt32(0, true), words.getInt32(4, true)];
  const found: NameHash = { high: 0, low: 0 };
  let [v0, v1, v2, v3] = [0, 0, 0, 0];

  function round(): void {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }

  function take(word: number): void {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  return (name) => {
    v0 = k0;
    v1 = k1 ^ 0xee;
    v2 = 0x6c796765 ^ k0;
    v3 = 0x74656462 ^ k1;
    const { length } = name;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      take(
        name.charCodeAt(at) |
          (name.charCodeAt(at + 1) << 8) |
          (name.charCodeAt(at + 2) << 16) |
          (name.charCodeAt(at + 3) << 24),
      );
    }
    let last = length << 24;
    for (let shift = 0; at < length; at++, shift += 8) last |= name.charCodeAt(at) << shift;
    take(last);

    v2 ^= 0xee;
    round();
    round();
    round();
    found.low = (v1 ^ v3) >>> 0;
    v1 ^= 0xdd;
    round();
    round();
    round();
    found.high = (v1 ^ v3) >>> 0;
    return found;
  };
}
