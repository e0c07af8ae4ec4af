const countOf = new Uint8Array(65_536);
for (let bits = 1; bits < countOf.length; bits++) countOf[bits] = (bits & 1) + (countOf[bits >> 1] as number);

/** The number of bits that are set in a 32-bit number. */
export function bitCount(bits: number): number {
  return (countOf[bits & 0xffff] as number) + (countOf[bits >>> 16] as number);
}
