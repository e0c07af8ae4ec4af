import { join } from 'node:path';
import { Refusal } from '#lib/refusal.ts';
import { namesIn } from './archive-folder.ts';
import { type Restored, type Restoring, restoreArchive } from './restore-archive.ts';

export interface Promoted extends Restored {
  readonly name: string;
  /** Newer archives that could not be restored. */
  readonly skipped: readonly { readonly name: string; readonly fault: Refusal }[];
}

/** What is wrong with an archive, and not with this machine. */
const ofArchive = /^backup-(?:foreign|damaged|unsound|chain-broken)$/;

/**
 * Restores the newest archive of a folder that is sound; one that is damaged or lacks those before it is skipped.
 *
 * @throws Refusal when none is, and when the database cannot be replaced
 */
export async function promote(folder: string, restoring: Restoring): Promise<Promoted> {
  const skipped: { name: string; fault: Refusal }[] = [];
  const names = namesIn(folder);
  for (const name of names.toReversed()) {
    try {
      return { name, skipped, ...(await restoreArchive(join(folder, name), restoring)) };
    } catch (fault) {
      if (!(fault instanceof Refusal && ofArchive.test(fault.reason.code))) throw fault;
      skipped.push({ name, fault });
    }
  }
  const faults = skipped.map(({ name, fault }) => ({ where: { file: name }, reason: fault.reason }));
  throw new Refusal(
    { code: names.length === 0 ? 'no-backups' : 'no-sound-backup', folder },
    faults.slice(0, 20),
    faults.length,
  );
}
