import type { Reason } from '#lib/refusal.ts';
import type { NoTable } from '#lib/words/files.ts';

/** How files of these kinds begin, as Latin-1. */
const beginnings: readonly (readonly [NoTable, readonly string[]])[] = [
  ['document', ['\xd0\xcf\x11\xe0']],
  ['zip archive', ['PK\x03\x04', 'PK\x05\x06']],
  ['packed', ['7z\xbc\xaf', 'Rar!', 'BZh', '\xfd7zX', '\x28\xb5\x2f\xfd', '\x5d\0\0']],
  ['picture', ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*']],
  ['PDF', ['%PDF']],
  ['database', ['SQLite format 3\0']],
];
/** The first file in a spreadsheet or document, which is a zip archive too. */
const firstOfDocument = /^(?:\[Content_Types\]\.xml|mimetype|_rels\/|docProps\/|xl\/)/;
const zipNameAt = 30;
const webPage = /^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<(?:!doctype\s+html|html|head|body)\b/i;

/** Why a file is no table of UTF-8 text, by its first bytes; undefined if it may be one. */
export function noTableReason(head: Buffer): Reason | undefined {
  if (isUtf16(head)) return { code: 'utf-16' };
  const begin = head.toString('latin1', 0, 4096);
  const kind = markedKind(begin) ?? markupOf(begin);
  if (kind === undefined) return undefined;
  const isDocument = kind === 'zip archive' && firstOfDocument.test(begin.slice(zipNameAt));
  return { code: 'not-a-table', kind: isDocument ? 'document' : kind };
}

/** Whether bytes are the beginning of a picture, such as a PNG, a JPEG or a TIFF. */
export function isPicture(head: Buffer): boolean {
  return markedKind(head.toString('latin1', 0, 16)) === 'picture';
}

function markedKind(begin: string): NoTable | undefined {
  return beginnings.find(([, starts]) => starts.some((start) => begin.startsWith(start)))?.[0];
}

function markupOf(begin: string): NoTable | undefined {
  const text = begin.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (webPage.test(text)) return 'web page';
  return /^<[?!a-z]/i.test(text) ? 'XML' : undefined;
}

/** Whether bytes are the beginning of a text in UTF-16, such as Excel's "Unicode text". */
export function isUtf16(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = head;
  if (head.length < 2) return false;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  if (head.length < 4) return false;
  const isLittleEndian = first !== 0 && second === 0 && third !== 0 && fourth === 0;
  return isLittleEndian || (first === 0 && second !== 0 && third === 0 && fourth !== 0);
}
