import { hash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { privateModes, renameDurably } from '#db/private-file.ts';
import { storageRefusal } from '#db/storage-fault.ts';
import { isRunning } from '#flows/files/scratch-file.ts';
import { isArchiveName, pageHashesName } from '#lib/backup/archives.ts';
import { checksumsName, checksumsText, type Manifest, type Member, manifestName } from '#lib/backup/manifest.ts';
import { Refusal } from '#lib/refusal.ts';

/** Written bytes are sent to the disk in such portions: the commits of others would wait for all of them at the end. */
const syncEveryBytes = 8 * 2 ** 20;
const unfinishedEnding = '.unfinished';

/** The content of a member of an archive, which has exactly the bytes that the manifest says. */
export type MemberContent = (member: Member) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** `tar --zstd -xf` unpacks it, and a damaged byte anywhere is noticed. */
const compression = {
  chunkSize: 2 ** 20,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/**
 * Writes an archive: a tar file in zstd, for its user alone. It is on the disk and complete before it gets its name.
 *
 * @returns its length in bytes
 * @throws Refusal when it cannot be written; nothing is left then
 */
export async function writeArchive(
  file: string,
  manifest: Manifest,
  manifestText: string,
  contentOf: MemberContent,
): Promise<number> {
  const unfinished = `${file}.${process.pid}${unfinishedEnding}`;
  let handle: FileHandle | undefined;
  try {
    removeUnfinished(file);
    handle = await open(unfinished, 'wx', privateModes.file);
    const { readable, controller } = createTarPacker();
    const packing = pack(controller, manifest, manifestText, contentOf);
    // its fault ends the pipeline too, and a fault of the pipeline ends it
    packing.catch((fault) => controller.error(fault));
    const target = handle;
    await pipeline(readable, createZstdCompress(compression), (bytes) => store(target, bytes));
    await packing;
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    renameDurably(unfinished, file);
    return size;
  } catch (fault) {
    await handle?.close().catch(() => undefined);
    rmSync(unfinished, { force: true });
    throw writingFault(fault, file);
  }
}

/** The refusal for a fault in writing a file of backups; any other fault as it is. @param named how messages name it */
export function writingFault(fault: unknown, file: string, named = file): unknown {
  const errno = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  const storage = storageRefusal(fault, file);
  if (storage !== undefined) return storage;
  return /^E[A-Z]+$/.test(errno) ? new Refusal({ code: 'backup-not-written', file: named, errno }) : fault;
}

/** Removes what killed processes have left of this archive, and of others and of the hashes of pages beside it. */
function removeUnfinished(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const [, archive = '', pid = ''] = /^(.+)\.(\d+)\.unfinished$/.exec(name) ?? [];
    const isOwn = archive === basename(file) || isArchiveName(archive) || archive === pageHashesName;
    if (isOwn && (Number(pid) === process.pid || !isRunning(Number(pid)))) rmSync(join(folder, name));
  }
}

async function pack(
  controller: TarPackController,
  manifest: Manifest,
  manifestText: string,
  contentOf: MemberContent,
): Promise<void> {
  const mtime = new Date(manifest.madeAt);
  const add = async (name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const writer = controller.add({ name, size, mode: privateModes.file, mtime }).getWriter();
    for await (const chunk of content) await writer.write(chunk);
    await writer.close();
  };
  const text = Buffer.from(manifestText);
  await add(manifestName, text.length, [text]);
  for (const member of manifest.members) await add(member.name, member.bytes, contentOf(member));
  const checksums = Buffer.from(checksumsText(manifest, hash('sha256', manifestText)));
  await add(checksumsName, checksums.length, [checksums]);
  controller.finalize();
}

async function store(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  let unsynced = 0;
  for await (const chunk of source) {
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, written, chunk.length - written);
      written += bytesWritten;
    }
    unsynced += chunk.length;
    if (unsynced < syncEveryBytes) continue;
    await handle.datasync();
    unsynced = 0;
  }
}
