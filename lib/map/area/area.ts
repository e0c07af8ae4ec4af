import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { type MapPoint, parsePair, roundPoint, wrapLongitude, writePair } from '#lib/map/degrees.ts';
import { isRecord } from '#lib/map/is-record.ts';
import { inLanguage, type Language } from '#lib/messages/language.ts';

/** A rectangle, by two opposite corners in any order. */
export interface MapArea {
  readonly from: MapPoint;
  readonly to: MapPoint;
}

const kilometresPerDegree = (Math.PI / 180) * 6371;

/** The query of an area: `from=<lat>,<lng>&to=<lat>,<lng>`. */
export function areaQuery({ from, to }: MapArea): string {
  return `from=${writePair(from)}&to=${writePair(to)}`;
}

/** The address of the page of an area, or of the page to choose one. */
export function areaPage(area: MapArea | undefined, language: Language): string {
  return inLanguage(area === undefined ? '/area' : `/area?${areaQuery(area)}`, language);
}

/** Parses two corners of an address (see parsePair); undefined if one is not valid. */
export function parseArea(from: string | null, to: string | null): MapArea | undefined {
  const [first, second] = [parsePair(from ?? ''), parsePair(to ?? '')];
  return first === undefined || second === undefined ? undefined : { from: first, to: second };
}

/** The rectangle around a point with this width and height in kilometres. */
export function areaAround({ latitude, longitude }: MapPoint, width: number, height: number): MapArea {
  const up = height / 2 / kilometresPerDegree;
  const right = width / 2 / (kilometresPerDegree * Math.cos((latitude * Math.PI) / 180));
  const corner = (side: 1 | -1) =>
    roundPoint({ latitude: latitude + side * up, longitude: wrapLongitude(longitude + side * right) }, 5);
  return { from: corner(-1), to: corner(1) };
}

/** Converts an area to whole units of 1e-7 degree. */
export function boxOfArea({ from, to }: MapArea): Box {
  const [x1, x2] = [toUnitX(from.longitude), toUnitX(to.longitude)];
  const [y1, y2] = [toUnitY(from.latitude), toUnitY(to.latitude)];
  return { minX: Math.min(x1, x2), maxX: Math.max(x1, x2), minY: Math.min(y1, y2), maxY: Math.max(y1, y2) };
}

/** The shares of an area that a technology covers, by the best availability at each place (N6), from 0 to 1. */
export interface TechnologyShare {
  readonly technology: string;
  readonly available: number;
  readonly underway: number;
  readonly planned: number;
}

/** The shares of an area, as the body of `/areas` has them. */
export interface AreaShares {
  /** The version of the published coverage; null if none is published. */
  readonly version: number | null;
  /** The part of the rectangle inside the service area, in degrees. */
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly square_kilometres: number;
  /** Whether part of the rectangle is outside the service area and was left out. */
  readonly is_clipped: boolean;
  /** All technologies in use, in their order. */
  readonly technologies: readonly TechnologyShare[];
}

/** The outcome of measuring an area. */
export type AreaOutcome =
  | { readonly kind: 'measured'; readonly shares: AreaShares }
  | { readonly kind: 'too large'; readonly width: number; readonly height: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'limit reached' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'fault' };

/** Parses the body of a 200 of `/areas`; undefined if it is not valid. */
export function parseAreaShares(body: unknown): AreaShares | undefined {
  if (!isRecord(body)) return undefined;
  const { version, south, west, north, east, square_kilometres, is_clipped, technologies } =
    body as unknown as AreaShares;
  const numbers = [south, west, north, east, square_kilometres];
  if (numbers.some((number) => !Number.isFinite(number)) || typeof is_clipped !== 'boolean') return undefined;
  if (!(version === null || Number.isSafeInteger(version))) return undefined;
  if (!Array.isArray(technologies) || !technologies.every(isTechnologyShare)) return undefined;
  return { version, south, west, north, east, square_kilometres, is_clipped, technologies };
}

/** `31.2 %`: a share with one decimal. */
export function formatShare(share: number): string {
  return `${(100 * share).toLocaleString('en-NZ', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0%`;
}

function isTechnologyShare(value: unknown): value is TechnologyShare {
  if (!isRecord(value)) return false;
  const { technology, available, underway, planned } = value;
  return typeof technology === 'string' && [available, underway, planned].every(Number.isFinite);
}
