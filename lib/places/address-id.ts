import { crc32 } from 'node:zlib';

/** An address as its list has it. */
export interface NumberedAddress {
  /** Its number in the list. */
  readonly id: number;
  readonly name: string;
  /** LINZ's `address_id`, if the list has one. */
  readonly addressId: number | undefined;
}

/**
 * The id of an address in the API (N17): LINZ's own, which stays the same from one list to the next. In a list without those
 * it is the number in the list with a check of the text: a list that is imported again may number its addresses
 * differently; an id from before then means no address, never another one.
 */
export function addressIdOf({ id, name, addressId }: NumberedAddress): string {
  return addressId === undefined ? `${id.toString(36)}-${checkOf(name)}` : String(addressId);
}

/** By what an id finds its address: LINZ's id, or the number in the list; undefined for a text that is not an id. */
export function parseAddressId(id: string): { readonly linz: number } | { readonly number: number } | undefined {
  if (/^[1-9]\d{0,14}$/.test(id)) return { linz: Number(id) };
  if (/^[1-9a-z][0-9a-z]{0,8}-[0-9a-z]{7}$/.test(id)) return { number: Number.parseInt(id, 36) };
  return undefined;
}

function checkOf(text: string): string {
  return crc32(text).toString(36).padStart(7, '0');
}
