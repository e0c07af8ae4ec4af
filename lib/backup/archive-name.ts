import type { EpochMs } from '#lib/time/auckland.ts';
import type { Manifest } from './manifest.ts';

const pattern = /^watea-\d{8}T\d{9}Z-(full|increment)\.tar\.zst$/;

/** The name of an archive in a folder of backups: names sort by time. `watea-20261123T104100000Z-full.tar.zst` */
export function archiveName(kind: Manifest['kind'], madeAt: EpochMs): string {
  return `watea-${new Date(madeAt).toISOString().replaceAll(/[-:.]/g, '')}-${kind}.tar.zst`;
}

/** Whether a file of a folder of backups is an archive. */
export function isArchiveName(name: string): boolean {
  return pattern.test(name);
}

/** The file in a folder of backups on which the next increment is made. */
export const pageHashesName = '.page-hashes';
