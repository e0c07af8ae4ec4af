import type { Part } from '#lib/broadband/import/areas/area-builder.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';

/** The map of areas, in its own units: the service area, conformal in its middle, about 1,000 units high. */
const cosine = Math.cos(((SERVICE_BOX.minY + SERVICE_BOX.maxY) / 2 / 1e7) * (Math.PI / 180));
const unitsPerStep = (SERVICE_BOX.maxY - SERVICE_BOX.minY) / 1000;

/** The size of the map of areas. */
export const mapSize = {
  width: Math.ceil(((SERVICE_BOX.maxX - SERVICE_BOX.minX) * cosine) / unitsPerStep),
  height: 1000,
} as const;

/**
 * The outline of an area as an SVG path in whole units of the map, each position by its difference to the one before. Equal
 * positions of two areas stay equal, so that no gap opens between neighbours; rings smaller than a unit are left out, but
 * never all of them.
 *
 * @param parts in units of 1e-7 degree
 */
export function outlineOf(parts: readonly Part[]): string {
  const rings = parts.flatMap((part) => part.map(roundedRing));
  const drawn = rings.filter((ring) => ring.length >= 3);
  const [first] = rings.toSorted((one, other) => other.length - one.length);
  const paths = drawn.length > 0 || first === undefined ? drawn : [first];
  return paths.map(pathOf).join('');
}

type Position = readonly [x: number, y: number];

function roundedRing(ring: Int32Array): Position[] {
  const rounded: Position[] = [];
  for (let at = 0; at < ring.length - 2; at += 2) {
    const x = Math.round((((ring[at] as number) - SERVICE_BOX.minX) * cosine) / unitsPerStep);
    const y = Math.round((SERVICE_BOX.maxY - (ring[at + 1] as number)) / unitsPerStep);
    const [lastX, lastY] = rounded.at(-1) ?? [];
    if (x === lastX && y === lastY) continue;
    // out and back again
    const [beforeX, beforeY] = rounded.at(-2) ?? [];
    if (x === beforeX && y === beforeY) rounded.pop();
    else rounded.push([x, y]);
  }
  return rounded;
}

function pathOf(ring: readonly Position[]): string {
  let [lastX, lastY] = [0, 0];
  const steps = ring.map(([x, y], at) => {
    const step = `${at === 0 ? 'M' : at === 1 ? 'l' : ' '}${x - lastX}${y - lastY < 0 ? '' : ' '}${y - lastY}`;
    [lastX, lastY] = [x, y];
    return step;
  });
  return `${steps.join('').replaceAll(' -', '-')}z`;
}
