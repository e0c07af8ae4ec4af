/** What the grammar allows next. */
export type Expectation = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Whether a byte belongs to a number or to a word such as `true` or `NaN`. */
export function isPartOfWord(byte: number): boolean {
  const lower = byte | 0x20;
  const isLetter = lower >= 0x61 && lower <= 0x7a;
  return isLetter || (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x5f;
}

/** `","`, or `byte 0x0a` for one that cannot be shown. */
export function nameOfByte(byte: number): string {
  if (byte > 0x20 && byte < 0x7f) return `"${String.fromCharCode(byte)}"`;
  return `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
