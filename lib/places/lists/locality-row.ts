import { WktReader } from '#lib/broadband/import/csv/wkt.ts';
import { isInServiceArea } from '#lib/broadband/point.ts';
import { capitalised, foldPlaceName } from '#lib/places/fold.ts';
import { RingCollector } from '#lib/places/inner-point.ts';
import type { RankedPlace } from '#lib/places/place.ts';
import type { Reason } from '#lib/refusal.ts';
import { parsePosition } from './position.ts';

/**
 * The columns of LINZ's "NZ Suburbs and Localities" that are read; there are others. The area is in `wkt`, in
 * `shape` of a web service, or a point of it in `shape_x` and `shape_y`: degrees NZGD2000. `major_name` is the town that it belongs to.
 */
export const localityColumns = {
  required: ['name', 'type', 'major_name'],
  optional: ['wkt', 'shape', 'shape_x', 'shape_y', 'population_estimate'],
} as const;

/** A row's text by column. */
export type LocalityText = Readonly<
  Record<(typeof localityColumns.required)[number] | (typeof localityColumns.optional)[number], string>
>;

const ranksOfTypes: Readonly<Record<string, number>> = { suburb: 2, locality: 4, island: 6 };
const rankOfOthers = 8;
const outsideService = 100;

/**
 * Reads a row of the suburbs and localities.
 *
 * @param fault receives the reason why the row cannot be read
 * @returns undefined for a row with a fault, or without a name or a position
 */
export function parseLocalityRow(text: LocalityText, fault: (reason: Reason) => void): RankedPlace | undefined {
  const name = text.name.replace(/\s+/g, ' ');
  const { x, y } = text.shape_x === '' ? pointOf(text.wkt || text.shape, fault) : { x: text.shape_x, y: text.shape_y };
  const position = parsePosition(y, x);
  if (position.kind === 'fault') fault(position.reason);
  if (position.kind !== 'at' || foldPlaceName(name) === '') return undefined;
  const { latitude, longitude } = position;
  const isServed = isInServiceArea(latitude, longitude);
  const kind = capitalised(text.type.replaceAll('_', ' ').toLowerCase());
  const isPart = text.major_name !== '' && foldPlaceName(text.major_name) !== foldPlaceName(name);
  return {
    name,
    latitude,
    longitude,
    isServed,
    isMaori: false,
    detail: isPart ? `${kind}, ${text.major_name}` : kind,
    rank: (ranksOfTypes[text.type.toLowerCase()] ?? rankOfOthers) + (isServed ? 0 : outsideService),
    population: Math.max(0, Math.round(Number(text.population_estimate))) || undefined,
    alsoFoundBy: isPart ? text.major_name : undefined,
  };
}

interface PointText {
  readonly x: string;
  readonly y: string;
}

/** A point inside the area, as the text of its degrees; empty without one. */
function pointOf(wkt: string, fault: (reason: Reason) => void): PointText {
  const nowhere = { x: '', y: '' };
  if (wkt === '') return nowhere;
  const [, x, y] = /^\s*POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)/i.exec(wkt) ?? [];
  if (x !== undefined && y !== undefined) return eastFirst({ x, y });
  const rings = new RingCollector();
  const outcome = new WktReader(rings).read(wkt);
  if (outcome.kind === 'wrong') fault(outcome.fault);
  const inside = outcome.kind === 'areas' ? rings.innerPoint() : undefined;
  return inside === undefined ? nowhere : eastFirst({ x: inside.x.toFixed(7), y: inside.y.toFixed(7) });
}

/** Web services write the latitude first. No longitude of New Zealand is one of a latitude. */
function eastFirst({ x, y }: PointText): PointText {
  return Math.abs(Number(x)) <= 90 && Math.abs(Number(y)) > 90 ? { x: y, y: x } : { x, y };
}
