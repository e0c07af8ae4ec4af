import { isRecord } from '#lib/map/is-record.ts';
import type { AddressTile, MapAddress } from '#lib/places/map-tile.ts';

/** Parses the body of a tile of addresses; undefined if it is not valid. */
export function parseAddressTile(body: unknown): AddressTile | undefined {
  if (!isRecord(body) || !Array.isArray(body.addresses) || !Array.isArray(body.streets)) return undefined;
  const addresses = body.addresses.filter(isAddress);
  return { addresses, streets: body.streets.filter((street) => typeof street === 'string') };
}

function isAddress(value: unknown): value is MapAddress {
  if (!Array.isArray(value) || ![value[0], value[1]].every(Number.isFinite)) return false;
  return value.length === 2 || (typeof value[2] === 'string' && typeof value[3] === 'number');
}

/** A position in a tile, in pixels. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Where the name of a street is written: its middle, and the direction of its houses in radians, never upside down. */
export interface StreetLine extends Pixel {
  readonly angle: number;
  /** How far the houses reach, in pixels. */
  readonly length: number;
}

/** The line along the houses of a street, through their middle and in the direction in which they spread most. */
export function streetLine(houses: readonly Pixel[]): StreetLine {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(houses.map((house) => house.x)), mean(houses.map((house) => house.y))];
  let [xx, xy, yy] = [0, 0, 0];
  for (const house of houses) {
    xx += (house.x - x) ** 2;
    xy += (house.x - x) * (house.y - y);
    yy += (house.y - y) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const along = houses.map((house) => (house.x - x) * Math.cos(angle) + (house.y - y) * Math.sin(angle));
  return { x, y, angle, length: Math.max(...along) - Math.min(...along) };
}

/** The name of a street without its suburb and town. */
export function shortStreet(street: string): string {
  return street.split(',', 1)[0] ?? street;
}
