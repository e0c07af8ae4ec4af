import { type Reason, Refusal } from '#lib/refusal.ts';
import { isPicture, isUtf16 } from '#lib/row-files/not-a-table.ts';
import type { UnreadCompression } from '#lib/words/coverage/file.ts';
import { hasMark } from './source-bytes.ts';

/** The kind of a file by its first bytes, whatever its name. */
export type FileKind = 'zip' | 'SQLite' | 'XML' | 'JSON' | 'text';

/** Kinds that are recognised but not read. */
const notRead: readonly { begins: (head: Buffer) => boolean; reason: Reason }[] = [
  {
    begins: (head) => head.length >= 4 && head.readUInt32BE(0) === 0x0000270a,
    reason: { code: 'shapefile-part' },
  },
  { begins: (head) => startOf(head) === '%PDF', reason: { code: 'not-coverage', kind: 'PDF' } },
  { begins: isPicture, reason: { code: 'not-coverage', kind: 'picture' } },
  {
    begins: (head) => head.toString('latin1', 257, 262) === 'ustar',
    reason: { code: 'not-coverage', kind: 'archive' },
  },
  { begins: (head) => startOf(head) === 'PAR1', reason: { code: 'not-coverage', kind: 'GeoParquet' } },
  { begins: (head) => startOf(head).startsWith('fgb'), reason: { code: 'not-coverage', kind: 'FlatGeobuf' } },
  { begins: (head) => startOf(head) === '\xd0\xcf\x11\xe0', reason: { code: 'office-document' } },
  {
    begins: (head) =>
      head.toString('latin1', 4, 19) === 'Standard Jet DB' || head.toString('latin1', 4, 19) === 'Standard ACE DB',
    reason: { code: 'zip-not-read', what: 'Personal Geodatabase', files: [] },
  },
  { begins: isUtf16, reason: { code: 'utf-16' } },
];

/** How files begin that are compressed with anything but gzip or zip. Brotli has no such mark. */
const compressed: readonly { readonly mark: RegExp; readonly compression: UnreadCompression }[] = [
  { mark: /^7z\xbc\xaf/, compression: '7z' },
  { mark: /^Rar!/, compression: 'RAR' },
  { mark: /^BZh\d/, compression: 'bzip2' },
  { mark: /^\xfd7zX/, compression: 'xz' },
  { mark: /^\x28\xb5\x2f\xfd/, compression: 'Zstandard' },
  { mark: /^\x5d\0\0/, compression: 'LZMA' },
];

const recordSeparator = String.fromCharCode(0x1e);

/**
 * @param head the first bytes, at least 100 if there are that many
 * @param name of the file; only Brotli, which has no mark of its own, is recognised by it
 * @throws Refusal for an empty file, and for kinds that are not read
 */
export function kindOf(head: Buffer, name: string): FileKind {
  if (head.length === 0) throw new Refusal({ code: 'file-empty' });
  const begin = head.toString('latin1', 0, 16);
  if (begin.startsWith('PK\x03\x04') || begin.startsWith('PK\x05\x06')) return 'zip';
  if (begin.startsWith('SQLite format 3\0')) return 'SQLite';
  const found = notRead.find(({ begins }) => begins(head));
  if (found !== undefined) throw new Refusal(found.reason);
  const compression = compressionOf(head, name);
  if (compression !== undefined) throw new Refusal({ code: 'compression-not-read', compression });
  const text = (hasMark(head) ? head.subarray(3) : head).toString('latin1').trimStart();
  if (text.startsWith('<')) {
    refuseOtherXml(text);
    return 'XML';
  }
  // a record separator begins each text of RFC 8142
  if (['{', '[', recordSeparator].includes(text.charAt(0))) return 'JSON';
  if (hasControlBytes(head)) throw new Refusal({ code: 'not-coverage', kind: 'unknown' });
  return 'text';
}

/** A text may be called `.br`, and a Brotli stream may begin like JSON, but only the stream has control bytes. */
function compressionOf(head: Buffer, name: string): UnreadCompression | undefined {
  const marked = compressed.find(({ mark }) => mark.test(startOf(head)));
  if (marked !== undefined) return marked.compression;
  return /\.br$/i.test(name) && hasControlBytes(head) ? 'Brotli' : undefined;
}

/** Web pages, errors and data of services in XML, which are not KML. */
function refuseOtherXml(text: string): void {
  const start = text.slice(0, 4000);
  if (/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<(?:!doctype\s+html|html|head|body)\b/i.test(start))
    throw new Refusal({ code: 'not-coverage', kind: 'web page' });
  const [, root = ''] = /^(?:<\?[^>]*>|<!--[\s\S]*?-->|\s)*<(?:[\w-]+:)?(\w+)/.exec(start) ?? [];
  if (/^(ServiceExceptionReport|ExceptionReport|Error)$/i.test(root))
    throw new Refusal({ code: 'other-json', format: 'error message' });
  if (root === 'FeatureCollection') throw new Refusal({ code: 'not-coverage', kind: 'GML' });
}

function startOf(head: Buffer): string {
  return head.toString('latin1', 0, 4);
}

function hasControlBytes(head: Buffer): boolean {
  return head.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}
