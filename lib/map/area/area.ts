import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { type MapPoint, parsePair, roundPoint, wrapLongitude, writePair } from '#lib/map/degrees.ts';
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
