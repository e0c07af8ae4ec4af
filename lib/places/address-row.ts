import { foldPlaceName } from './fold.ts';
import type { RankedPlace } from './place.ts';
import { isInServiceArea, parsePosition } from './position.ts';

/**
 * Columns of LINZ's "NZ Addresses" CSV that are read; it has others. Its place stands as `shape_X`, `shape_Y` or, in
 * other exports, `gd2000_xcoord`, `gd2000_ycoord`; both are degrees NZGD2000, within 2 m of WGS 84.
 */
export const addressColumns = {
  required: ['full_address'],
  optional: ['full_address_ascii', 'shape_x', 'shape_y', 'gd2000_xcoord', 'gd2000_ycoord'],
} as const;

/** A row's text by column. */
export type AddressText = Readonly<
  Record<(typeof addressColumns.required)[number] | (typeof addressColumns.optional)[number], string>
>;

const outsideService = 100;

/**
 * Reads a row of the addresses. A unit (`2/14 …`) comes after the house it stands in.
 *
 * @param fault is told what is wrong with it
 * @returns nothing for a row without an address or a place, or with a fault
 */
export function parseAddressRow(text: AddressText, fault: (message: string) => void): RankedPlace | undefined {
  const name = (text.full_address || text.full_address_ascii).replace(/\s+/g, ' ');
  const position = parsePosition(text.shape_y || text.gd2000_ycoord, text.shape_x || text.gd2000_xcoord);
  if (position.kind === 'fault') fault(position.reason);
  if (position.kind !== 'at' || foldPlaceName(name) === '') return undefined;
  const { latitude, longitude } = position;
  const isServed = isInServiceArea(latitude, longitude);
  const rank = (/^\S*\//.test(name) ? 1 : 0) + (isServed ? 0 : outsideService);
  return { name, detail: '', latitude, longitude, isMaori: false, isServed, rank };
}
