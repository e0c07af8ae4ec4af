import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A rendered page, cut at the texts that differ from answer to answer: bytes as they are sent, and such texts in between. */
export type PageTemplate = readonly (Uint8Array | string)[];

/** Cuts a page at every occurrence of some texts. Where several begin, the first of the list counts. */
export function cutAt(page: string, texts: readonly string[]): PageTemplate {
  const parts = page.split(new RegExp(`(${texts.map((text) => RegExp.escape(text)).join('|')})`));
  return parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : part));
}

/** The page with other texts in place of those at which it was cut; a text without another stays. */
export function fillIn(template: PageTemplate, inPlace: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(template.map((part) => (typeof part === 'string' ? Buffer.from(inPlace[part] ?? part) : part)));
}

/** What is the same in all answers. */
export function constantText(template: PageTemplate): string {
  return String(Buffer.concat(template.filter((part) => typeof part !== 'string')));
}

/** The bytes that a template keeps in memory. */
export function sizeOf(template: PageTemplate): number {
  return template.reduce((sum, part) => sum + part.length, 0);
}

/** A page compressed as gzip except for the texts at which it was cut: each part plain and packed. */
export type PackedTemplate = readonly ({ readonly plain: Uint8Array; readonly packed: Uint8Array } | string)[];

/** How far back deflate looks, in bytes. */
const windowBytes = 32_768;
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block of deflate that says it is the last. */
const lastBlock = Buffer.from([3, 0]);

/**
 * Compresses the parts of a page once. Each may refer to all before it, so together they are about as small as the whole
 * page. In place of the texts in between stand zeros, which a page does not contain, so no part refers to those.
 */
export function packTemplate(template: PageTemplate): PackedTemplate {
  let before = Buffer.alloc(0);
  return template.map((part) => {
    const bytes = typeof part === 'string' ? Buffer.alloc(Buffer.byteLength(part)) : part;
    const dictionary = before.subarray(-windowBytes);
    before = Buffer.concat([before, bytes]);
    if (typeof part === 'string') return part;
    const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
    return {
      plain: part,
      packed: deflateRawSync(part, dictionary.length === 0 ? options : { ...options, dictionary }),
    };
  });
}

/**
 * The page with other texts in place of those at which it was cut, as gzip; what is packed stays as it is. Undefined if a
 * text has another length: parts refer to others by their distance.
 */
export function fillInPacked(template: PackedTemplate, inPlace: Readonly<Record<string, string>>): Buffer | undefined {
  const chunks: Uint8Array[] = [gzipHead];
  let checksum = 0;
  let length = 0;
  for (const part of template) {
    const plain = typeof part === 'string' ? Buffer.from(inPlace[part] ?? part) : part.plain;
    if (typeof part === 'string' && plain.length !== Buffer.byteLength(part)) return undefined;
    checksum = crc32(plain, checksum);
    length += plain.length;
    if (typeof part === 'string') chunks.push(storedBlock(plain.length), plain);
    else chunks.push(part.packed);
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(checksum, 0);
  tail.writeUInt32LE(length, 4);
  return Buffer.concat([...chunks, lastBlock, tail]);
}

/** The head of a block of deflate whose bytes are not compressed; at most 65,535 (RFC 1951, 3.2.4). */
function storedBlock(length: number): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}
