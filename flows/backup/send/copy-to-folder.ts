import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { privateModes, renameDurably } from '#db/private-file.ts';
import { writingFault } from '#flows/backup/write-archive.ts';
import { digestOf } from '#flows/files/hashed.ts';
import { Refusal } from '#lib/refusal.ts';

/** Copies an archive to a folder that exists: one that is not mounted must not be made. The copy is read back. */
export async function copyToFolder(folder: string, file: string): Promise<void> {
  const copy = join(folder, basename(file));
  const unfinished = `${copy}.${process.pid}.unfinished`;
  try {
    if (!existsSync(folder)) throw new Refusal({ code: 'target-missing', folder });
    const written = createWriteStream(unfinished, { mode: privateModes.file, flush: true });
    await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), written);
    if ((await digestOfFile(unfinished)) !== (await digestOfFile(file)))
      throw new Refusal({ code: 'backup-not-sent', file, cause: `${copy} has other bytes` });
    renameDurably(unfinished, copy);
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw writingFault(fault, copy);
  }
}

const digestOfFile = (path: string) => digestOf(createReadStream(path, { highWaterMark: 2 ** 20 }));
