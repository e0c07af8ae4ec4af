// PostGIS writes the bytes in hexadecimal, PostgreSQL's bytea has \x before them, other programs 0x
const hexadecimal = /^\s*(?:\\x|0x)?((?:00|01)(?:[0-9a-f]{2}){4,})\s*$/i;

/** Whether a text looks like a geometry in well-known binary, written in hexadecimal. */
export function isHexWkb(text: string): boolean {
  return getWkbBytes(text) !== undefined;
}

/** The bytes of a geometry that is written in hexadecimal; undefined for any other text. */
export function getWkbBytes(text: string): Buffer | undefined {
  const [, digits] = hexadecimal.exec(text) ?? [];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}
