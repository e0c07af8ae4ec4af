import { crc32 } from 'node:zlib';

/**
 * The id of an address in the API (N17): its number in the list, and a check of its text. A list that is imported again may
 * number its addresses differently; an id from before then means no address, never another one.
 */
export function addressId(number: number, text: string): string {
  return `${number.toString(36)}-${checkOf(text)}`;
}

/** The number of an id; undefined for a text that is not an id. */
export function numberOfAddressId(id: string): number | undefined {
  return /^[1-9a-z][0-9a-z]{0,8}-[0-9a-z]{7}$/.test(id) ? Number.parseInt(id, 36) : undefined;
}

function checkOf(text: string): string {
  return crc32(text).toString(36).padStart(7, '0');
}
