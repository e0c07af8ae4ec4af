import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly content: Buffer | string;
  /** Written into the archive's directory instead of the true values. */
  readonly claims?: {
    readonly bytes?: number;
    readonly crc?: number;
    readonly flags?: number;
    readonly method?: number;
  };
}

const utf8Flag = 0x800;

/** A zip archive (PKWARE's APPNOTE 6.3), including ones that a well-behaved writer would not make. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims = {} } of members) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(claims.flags ?? utf8Flag, 2);
    facts.writeUInt16LE(claims.method ?? 8, 4);
    facts.writeUInt32LE(claims.crc ?? crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claims.bytes ?? bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, nameBytes, packed]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, position, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
