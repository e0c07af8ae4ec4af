import { isInServiceArea } from '#lib/broadband/point.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import type { RankedPlace } from '#lib/places/place.ts';
import type { Reason } from '#lib/refusal.ts';
import { parsePosition } from './position.ts';

/**
 * The columns of LINZ's "NZ Addresses" CSV that are read; there are others. The position is in `shape_X`, `shape_Y` or,
 * in other exports, in `gd2000_xcoord`, `gd2000_ycoord`: degrees NZGD2000, within 2 m of WGS 84.
 * LINZ gives no postcodes; a file that was joined with them may have a column `postcode`.
 */
export const addressColumns = {
  required: ['full_address'],
  optional: ['address_id', 'full_address_ascii', 'postcode', 'shape_x', 'shape_y', 'gd2000_xcoord', 'gd2000_ycoord'],
} as const;

/** A row's text by column. */
export type AddressText = Readonly<
  Record<(typeof addressColumns.required)[number] | (typeof addressColumns.optional)[number], string>
>;

const outsideService = 100;

/**
 * Reads a row of the addresses. A unit (`2/14 …`) ranks after its house.
 *
 * @param fault receives the reason why the row cannot be read
 * @returns undefined for a row with a fault, or without a name or a position
 */
export function parseAddressRow(text: AddressText, fault: (reason: Reason) => void): RankedPlace | undefined {
  const name = (text.full_address || text.full_address_ascii).replace(/\s+/g, ' ');
  const position = parsePosition(text.shape_y || text.gd2000_ycoord, text.shape_x || text.gd2000_xcoord);
  if (position.kind === 'fault') fault(position.reason);
  if (position.kind !== 'at' || foldPlaceName(name) === '') return undefined;
  const { latitude, longitude } = position;
  const isServed = isInServiceArea(latitude, longitude);
  const rank = (/^\S*\//.test(name) ? 1 : 0) + (isServed ? 0 : outsideService);
  const addressId = /^\d{1,15}$/.test(text.address_id) ? Number(text.address_id) : undefined;
  const also = { alsoFoundBy: text.postcode, addressId };
  return { name, detail: '', latitude, longitude, isMaori: false, isServed, rank, ...also };
}
