import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import {
  checksumsName,
  checksumsText,
  longestManifest,
  type Manifest,
  type Member,
  manifestName,
  parseManifest,
} from '#lib/backup/manifest.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Pace } from './pace.ts';

/** How much is read and unpacked at a time, in bytes. */
const chunkBytes = 2 ** 20;

export interface ReadManifest {
  readonly manifest: Manifest;
  /** Of the manifest as it is in the archive, in hexadecimal. */
  readonly manifestSha256: string;
}

/** Uses the content of a member. What it has read is only trusted once `readArchive` has returned. */
export type UseMember = (member: Member, content: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Reads an archive from start to end, and compares each of its members with the manifest.
 *
 * @throws Refusal for a file that is no archive, or is damaged or incomplete
 */
export async function readArchive(file: string, use: UseMember): Promise<ReadManifest> {
  return await reading(file, async (entries) => {
    const read = await firstEntry(file, entries);
    for (const member of read.manifest.members) {
      const entry = await nextEntry(entries);
      if (entry?.header.name !== member.name || entry.header.size !== member.bytes) throw damaged(file, member.name);
      const digest = createHash('sha256');
      await use(member, hashing(entry.body, digest));
      if (digest.digest('hex') !== member.sha256) throw damaged(file, member.name);
    }
    // Node does not notice a wrong checksum at the end of a short zstd file
    const checksums = await nextEntry(entries);
    if (checksums?.header.name !== checksumsName) throw damaged(file, checksumsName);
    const expected = checksumsText(read.manifest, read.manifestSha256);
    if ((await textOf(checksums.body)) !== expected) throw damaged(file, checksumsName);
    if ((await nextEntry(entries)) !== undefined) throw damaged(file, checksumsName);
    return read;
  });
}

/** Reads an archive to compare its checksums. @throws Refusal as `readArchive` */
export async function verifyArchive(file: string, pace: Pace): Promise<ReadManifest> {
  return await readArchive(file, async (_member, content) => {
    for await (const _chunk of content) await pace();
  });
}

/** Reads only the manifest. @throws Refusal as `readArchive`, for as much of the file as is read */
export async function readManifest(file: string): Promise<ReadManifest> {
  return await reading(file, (entries) => firstEntry(file, entries));
}

type Entries = AsyncIterator<ParsedTarEntry>;

async function reading<Result>(file: string, read: (entries: Entries) => Promise<Result>): Promise<Result> {
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const decoder = createTarDecoder({ strict: true });
  const writer = decoder.writable.getWriter();
  const unpacking = pipeline(source, createZstdDecompress({ chunkSize: chunkBytes }), async (chunks) => {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  });
  // whoever reads the entries gets the fault
  unpacking.catch((fault) => writer.abort(fault).catch(() => undefined));
  try {
    return await read(decoder.readable[Symbol.asyncIterator]());
  } catch (fault) {
    throw archiveFault(fault, file, source.bytesRead);
  } finally {
    source.destroy();
  }
}

async function firstEntry(file: string, entries: Entries): Promise<ReadManifest> {
  const entry = await nextEntry(entries);
  if (entry?.header.name !== manifestName || entry.header.size > longestManifest) throw foreign(file);
  const text = await textOf(entry.body);
  const manifest = parseManifest(text);
  if (manifest === undefined) throw foreign(file);
  return { manifest, manifestSha256: hash('sha256', text) };
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function nextEntry(entries: Entries): Promise<ParsedTarEntry | undefined> {
  const step = await entries.next();
  return step.done === true ? undefined : step.value;
}

async function* hashing(body: ReadableStream<Uint8Array>, digest: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    digest.update(chunk);
    yield chunk;
  }
}

const foreign = (file: string) => new Refusal({ code: 'backup-foreign', file });
const damaged = (file: string, member: string) => new Refusal({ code: 'backup-damaged', file, member });

/** What a fault in reading an archive means; one of whoever uses its members is returned as it is. */
function archiveFault(fault: unknown, file: string, bytesRead: number): unknown {
  if (fault instanceof Refusal) return fault;
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ENOENT') return new Refusal({ code: 'no-such-file', file });
  if (code === 'ZSTD_error_prefix_unknown' || (code === 'Z_BUF_ERROR' && bytesRead < 4)) return foreign(file);
  if (/^(?:ZSTD_|Z_)/.test(code) || /tar/i.test(String(fault))) return damaged(file, '');
  return code === 'EISDIR' || code === 'EACCES' ? new Refusal({ code: 'file-unreadable', file }) : fault;
}
