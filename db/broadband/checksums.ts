import { crc32 } from 'node:zlib';
import type { Offer } from '#lib/broadband/availability.ts';

/**
 * The checksum of a block of the cell index. It includes the id of the version's next block (undefined: it is the last), so
 * that a block that is lost is noticed in the one before it.
 */
export function blockChecksum(id: number, body: Uint8Array, next: number | undefined): number {
  return crc32(`${id} ${next ?? ''}`, crc32(body));
}

/** The checksum of a version's seal: of its id, its first block, and every field of its offers. */
export function sealChecksum(versionId: number, firstCell: number | null, offers: readonly Offer[]): number {
  const inOrder = offers.toSorted((one, other) => one.id - other.id);
  return crc32(JSON.stringify([versionId, firstCell, inOrder]));
}
