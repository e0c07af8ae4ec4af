/** What the grammar allows next. */
export type Expectation = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** How reports name what should stand in a place. */
export const nameOfExpectation: Readonly<Record<Expectation, string>> = {
  value: 'a value',
  'value or end': 'a value or the end of a list',
  key: 'a member’s name',
  'key or end': 'a member’s name or the end of an object',
  colon: 'a colon',
  'comma or end': 'a comma or the end of a list or object',
};

/** Whether a byte belongs to a number or to a word such as `true` or `NaN`. */
export function isPartOfWord(byte: number): boolean {
  const lower = byte | 0x20;
  const isLetter = lower >= 0x61 && lower <= 0x7a;
  return isLetter || (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x5f;
}

/** `","`, or `byte 0x0a` where it cannot be shown. */
export function nameOfByte(byte: number): string {
  if (byte > 0x20 && byte < 0x7f) return `"${String.fromCharCode(byte)}"`;
  return `byte 0x${hexadecimal(byte, 2)}`;
}

export function hexadecimal(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
