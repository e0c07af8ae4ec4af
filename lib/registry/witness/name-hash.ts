/** The 64 bits of the last hash, as two unsigned halves: an object for each name would cost more than the hash. */
export interface NameHash {
  high: number;
  low: number;
}

/** Hashes a name into the `NameHash` that it always returns. */
export type NameHasher = (name: string) => NameHash;

/** Rounds before the first half of the result is ready, and again before the second. */
const lastRounds = 3;

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

  return (name) => {
    let v0 = k0;
    let v1 = k1 ^ 0xee;
    let v2 = 0x6c796765 ^ k0;
    let v3 = 0x74656462 ^ k1;
    const { length } = name;
    const wordCount = (length >> 2) + 1;
    // the rounds at the end take a word of zeros, so that the round is written once and its state stays in registers
    for (let step = 0; step < wordCount + 2 * lastRounds; step++) {
      let word = 0;
      if (step < wordCount - 1) {
        const at = step << 2;
        word =
          name.charCodeAt(at) |
          (name.charCodeAt(at + 1) << 8) |
          (name.charCodeAt(at + 2) << 16) |
          (name.charCodeAt(at + 3) << 24);
      } else if (step === wordCount - 1) {
        word = length << 24;
        for (let at = step << 2, shift = 0; at < length; at++, shift += 8) word |= name.charCodeAt(at) << shift;
      } else if (step === wordCount) v2 ^= 0xee;
      else if (step === wordCount + lastRounds) {
        found.low = (v1 ^ v3) >>> 0;
        v1 ^= 0xdd;
      }
      v3 ^= word;
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
      v0 ^= word;
    }
    found.high = (v1 ^ v3) >>> 0;
    return found;
  };
}
