import { crc32 } from 'node:zlib';
import { degreesText } from '#lib/broadband/point.ts';

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

/** An address as the API lists it (N17). */
export interface ListedAddress {
  readonly id: string;
  readonly text: string;
  /** Longitude, then latitude, in degrees; texts, as in the answer for a point (N3). */
  readonly location: readonly [longitude: string, latitude: string];
}

/** Lists an address by its id, its text, and its place in degrees. */
export function listedAddress(
  address: NumberedAddress & { readonly latitude: number; readonly longitude: number },
): ListedAddress {
  const { name, latitude, longitude } = address;
  return { id: addressIdOf(address), text: name, location: [unitsText(longitude), unitsText(latitude)] };
}

/** The answer for an address: its id and its text, then the answer for its point, byte for byte (N17). */
export function addressAnswer({ id, text }: ListedAddress, pointAnswer: string): string {
  return `{"id":"${id}","text":${JSON.stringify(text)},${pointAnswer.slice(1)}`;
}

function unitsText(degrees: number): string {
  return degreesText(Math.round(degrees * 1e7));
}
