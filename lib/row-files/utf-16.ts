/** Whether bytes are the beginning of a text in UTF-16, such as Excel's "Unicode text". */
export function isUtf16(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = head;
  if (head.length < 2) return false;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  if (head.length < 4) return false;
  const isLittleEndian = first !== 0 && second === 0 && third !== 0 && fourth === 0;
  return isLittleEndian || (first === 0 && second !== 0 && third === 0 && fourth !== 0);
}
