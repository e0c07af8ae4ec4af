import type { PackedLand } from '#lib/map/layers/land-outline.ts';

/** Longitude, latitude, in degrees. */
export type Position = readonly [number, number];

/** Packs closed rings without their last points, which equal the first. */
export function packLand(rings: readonly (readonly Position[])[], stepsPerDegree: number): PackedLand {
  return { stepsPerDegree, islands: rings.map((ring) => packLine(ring.slice(0, -1), stepsPerDegree)) };
}

/** Rounds a line to the grid, drops points that become equal to the one before, and packs the rest. */
export function packLine(line: readonly Position[], stepsPerDegree: number): number[] {
  const packed: number[] = [];
  let lastX = 0;
  let lastY = 0;
  for (const [longitude, latitude] of line) {
    const x = Math.round(longitude * stepsPerDegree);
    const y = Math.round(latitude * stepsPerDegree);
    if (packed.length > 0 && x === lastX && y === lastY) continue;
    packed.push(x - lastX, y - lastY);
    lastX = x;
    lastY = y;
  }
  return packed;
}
