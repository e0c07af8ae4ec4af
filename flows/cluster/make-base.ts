import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '#db/client.ts';
import { getPosition } from '#db/cluster/position.ts';
import { makePrivateFolder, renameDurably, writePrivateFile } from '#db/private-file.ts';
import { makeArchive, requireGood } from '#flows/backup/make-archive.ts';
import { restBetween } from '#flows/backup/pace.ts';
import { verifyArchive } from '#flows/backup/read-archive.ts';
import { archiveName } from '#lib/backup/archives.ts';
import { type Base, basesName, parseBases, withBase } from '#lib/cluster/bases.ts';

/** The bases in a folder, oldest first; those of a list that cannot be read count as lost. */
export function listBases(folder: string): Base[] {
  const file = join(folder, basesName);
  return existsSync(file) ? (parseBases(readFileSync(file, 'utf8')) ?? []) : [];
}

/**
 * Makes a base of this node's state while everything runs, reads it back, and removes those that are no longer kept.
 *
 * @returns the bases that there are now, oldest first
 * @throws Refusal when it cannot be written
 */
export async function makeBase(databaseFile: string, folder: string, nowMs: number): Promise<Base[]> {
  makePrivateFolder(folder);
  const sequence = sequenceOf(databaseFile);
  const pace = restBetween();
  const made = await makeArchive(databaseFile, {
    fileOf: (kind, madeAt) => join(folder, archiveName(kind, madeAt)),
    pace,
    onProgress: () => undefined,
  });
  await requireGood(made, () => verifyArchive(made.file, pace));
  const before = listBases(folder);
  const added = { name: made.name, sequence, madeAt: Date.parse(made.manifest.madeAt) };
  const kept = withBase(before, added, nowMs);
  putList(folder, kept);
  for (const { name } of before)
    if (!kept.some((base) => base.name === name)) rmSync(join(folder, name), { force: true });
  return kept;
}

/** The last entry in the file; the snapshot, which is taken later, has it too. */
function sequenceOf(databaseFile: string): number {
  const connection = openReader(databaseFile);
  try {
    return getPosition(connection)?.sequence ?? 0;
  } finally {
    connection.sqlite.close();
  }
}

function putList(folder: string, bases: readonly Base[]): void {
  const file = join(folder, basesName);
  writePrivateFile(`${file}.new`, JSON.stringify(bases));
  renameDurably(`${file}.new`, file);
}
