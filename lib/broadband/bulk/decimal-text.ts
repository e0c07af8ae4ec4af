/** A number in its shortest decimal form, like `String` but without an exponent: 1e-7 is `0.0000001`. */
export function decimalText(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign, whole = '', fraction = '', exponent] = match;
  const digits = whole + fraction;
  const place = 1 + Number(exponent);
  if (place <= 0) return `${sign}0.${'0'.repeat(-place)}${digits}`;
  return sign + digits.padEnd(place, '0');
}
