import { degreesText } from '#lib/broadband/point.ts';
import { addressIdOf, type NumberedAddress } from '#lib/places/address-id.ts';

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
