import { Refusal } from '#lib/refusal.ts';
import { hasMark } from './source-bytes.ts';

/** What a file is by its first bytes; its name is not asked. */
export type FileKind = 'zip' | 'SQLite' | 'XML' | 'JSON' | 'text';

export const formatsRead =
  'Read are GeoJSON, zipped Shapefiles, GeoPackage, KML, KMZ and CSV; GeoJSON, KML and CSV also packed with gzip.';

const foreign: readonly { begins: (head: Buffer) => boolean; sentence: string }[] = [
  {
    begins: (head) => head.length >= 4 && head.readUInt32BE(0) === 0x0000270a,
    sentence: 'The file is one part of a Shapefile: put the .shp, .dbf, .prj and .cpg into one zip archive.',
  },
  { begins: (head) => head.toString('latin1', 0, 4) === '%PDF', sentence: `The file is a PDF. ${formatsRead}` },
  {
    begins: (head) => /^(7z\xbc\xaf|Rar!)/.test(head.toString('latin1', 0, 4)),
    sentence: `The file is an archive, but not a zip archive: pack it anew as zip. ${formatsRead}`,
  },
  {
    begins: (head) => head.length >= 2 && (head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff),
    sentence: 'The file is UTF-16: save it as UTF-8.',
  },
  {
    begins: (head) => head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0,
    sentence: 'The file is UTF-16: save it as UTF-8.',
  },
];

const recordSeparator = String.fromCharCode(0x1e);

/**
 * @param head the first bytes, at least 100 where there are as many
 * @throws Refusal for an empty file, and for kinds that are not read
 */
export function kindOf(head: Buffer): FileKind {
  if (head.length === 0) throw new Refusal('The file is empty.');
  const begin = head.toString('latin1', 0, 16);
  if (begin.startsWith('PK\x03\x04') || begin.startsWith('PK\x05\x06')) return 'zip';
  if (begin.startsWith('SQLite format 3\0')) return 'SQLite';
  const found = foreign.find(({ begins }) => begins(head));
  if (found !== undefined) throw new Refusal(found.sentence);
  const text = (hasMark(head) ? head.subarray(3) : head).toString('latin1').trimStart();
  if (text.startsWith('<')) return 'XML';
  // a record separator begins each text of RFC 8142
  if (['{', '[', recordSeparator].includes(text.charAt(0))) return 'JSON';
  if (hasControlBytes(head)) throw new Refusal(`The file is of no kind that is known. ${formatsRead}`);
  return 'text';
}

function hasControlBytes(head: Buffer): boolean {
  return head.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}
