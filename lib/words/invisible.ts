/** Characters that cannot be seen, and get into files by copying. */
const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'a null character'],
  [0x09, 'a tab'],
  [0x0a, 'a line break'],
  [0x0d, 'a carriage return'],
  [0xa0, 'a no-break space'],
  [0xad, 'a soft hyphen'],
  [0x180e, 'a Mongolian vowel separator'],
  [0x2002, 'an en space'],
  [0x2003, 'an em space'],
  [0x2009, 'a thin space'],
  [0x200b, 'a zero width space'],
  [0x200c, 'a zero width non-joiner'],
  [0x200d, 'a zero width joiner'],
  [0x200e, 'a left-to-right mark'],
  [0x200f, 'a right-to-left mark'],
  [0x202a, 'a left-to-right embedding'],
  [0x202c, 'a pop directional formatting'],
  [0x202f, 'a narrow no-break space'],
  [0x2060, 'a word joiner'],
  [0x3000, 'an ideographic space'],
  [0xfeff, 'a byte order mark'],
]);

/** A sentence about the first character of a text that cannot be seen, with a blank before it; empty without one. */
export function invisibleWords(text: string): string {
  const [found] = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.exec(text) ?? [];
  const code = found?.codePointAt(0);
  if (code === undefined) return '';
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return ` It contains ${names.get(code) ?? 'a character'} (${point}), which cannot be seen: delete it.`;
}
