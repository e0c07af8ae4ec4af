import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './temporary-folder.ts';

/** A disk of its own, in memory, that a test can fill and make read-only. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all its room, but for as many bytes as given. */
  fill(leftBytes?: number): void;
  /** Gives the room back. */
  free(): void;
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/** Whether this user may mount disks; tests of full disks need it. */
export const canMount = (() => {
  const folder = makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder.path], { stdio: 'ignore' });
    execFileSync('umount', [folder.path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    folder.remove();
  }
})();

/** Mounts a disk of this size. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = makeFolder();
  const filler = join(folder.path, 'filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder.path]);
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder.path);
    return bavail * bsize;
  };
  return {
    path: folder.path,
    fill(leftBytes = 0) {
      const file = openSync(filler, 'a');
      try {
        for (let left = freeBytes() - leftBytes; left > 0; left = freeBytes() - leftBytes)
          writeSync(file, Buffer.alloc(Math.min(left, 1 << 20)));
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder.path]);
    },
    remove() {
      execFileSync('umount', ['-l', folder.path]);
      folder.remove();
    },
  };
}
