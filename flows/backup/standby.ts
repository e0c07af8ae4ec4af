import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Arrived, newestSound, superseded } from '#lib/backup/archives.ts';
import type { Manifest } from '#lib/backup/manifest.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import { namesIn } from './archive-folder.ts';
import { checkArchive } from './check-archive.ts';
import { restBetween } from './pace.ts';
import { verifyArchive } from './read-archive.ts';
import { type Restored, type Restoring, restoreArchive } from './restore-archive.ts';

/** What a look at the folder of a standby has found. */
export interface StandbyReport {
  /** The archives that are new since the last look, each with what is wrong with it. */
  readonly arrived: readonly { readonly name: string; readonly fault: RefusalRecord | undefined }[];
  /** The newest state that can be promoted; undefined if none can be. */
  readonly newest: { readonly name: string; readonly manifest: Manifest } | undefined;
  /** How many archives are there. */
  readonly archives: number;
}

interface Checked extends Arrived {
  readonly seen: string;
}

/** Checks the archives that arrive in the folder of a standby, each once, and removes those that are no longer kept. */
export class Standby {
  readonly #folder: string;
  readonly #keep: number;
  /** What was found about each file that could be read as an archive, and the marks of those that could not. */
  readonly #checked = new Map<string, Checked>();
  readonly #unreadable = new Map<string, string>();

  constructor(folder: string, keep: number) {
    this.#folder = folder;
    this.#keep = keep;
  }

  async look(): Promise<StandbyReport> {
    const names = namesIn(this.#folder);
    for (const known of [...this.#checked.keys()]) if (!names.includes(known)) this.#checked.delete(known);
    const arrived: { name: string; fault: RefusalRecord | undefined }[] = [];
    for (const name of names) {
      const seen = this.#markOf(name);
      if (seen === undefined || this.#checked.get(name)?.seen === seen || this.#unreadable.get(name) === seen) continue;
      arrived.push({ name, fault: await this.#check(name, seen) });
    }
    const archives = [...this.#checked.values()];
    const sound = archives.filter(({ isSound }) => isSound);
    for (const { name } of superseded(sound, this.#keep)) this.#remove(name);
    return { arrived, newest: newestSound([...this.#checked.values()]), archives: this.#checked.size };
  }

  /** A full archive is unpacked and its data are checked; an increment by its checksums, many times a day. */
  async #check(name: string, seen: string): Promise<RefusalRecord | undefined> {
    const file = join(this.#folder, name);
    this.#checked.delete(name);
    try {
      const read = await verifyArchive(file, restBetween());
      this.#checked.set(name, { name, ...read, seen, isSound: false });
      if (read.manifest.kind === 'full') await checkArchive(file, () => undefined);
      this.#checked.set(name, { name, ...read, seen, isSound: true });
      return undefined;
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (!this.#checked.has(name)) this.#unreadable.set(name, seen);
      return fault.record;
    }
  }

  /** Changes when the file does; undefined when it is gone. */
  #markOf(name: string): string | undefined {
    const found = statSync(join(this.#folder, name), { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.size} ${found.mtimeMs} ${found.ino}`;
  }

  #remove(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
    this.#checked.delete(name);
  }
}

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
