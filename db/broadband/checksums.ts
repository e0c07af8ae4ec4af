import { crc32 } from 'node:zlib';
import type { Offer } from '#lib/broadband/availability.ts';

/** The checksum of a block of the cell index, and of its id, so that a block in another's place is noticed. */
export function blockChecksum(id: number, body: Uint8Array): number {
  return crc32(`${id}`, crc32(body));
}

/** The checksum of the directory of a version's blocks: a block that is lost is noticed, because the directory names it. */
export function directoryChecksum(versionId: number, directory: Uint8Array): number {
  return crc32(`${versionId}`, crc32(directory));
}

/** The checksum of a version's number and every field of its offers. */
export function offersChecksum(versionId: number, offers: readonly Offer[]): number {
  const inOrder = offers.toSorted((one, other) => one.id - other.id);
  return crc32(JSON.stringify([versionId, inOrder]));
}
