import { isRecord } from '#lib/map/is-record.ts';

/**
 * The land outline as it is stored: one list per island, `[x0, y0, dx1, dy1, …]`, in whole steps of `1 / stepsPerDegree`
 * degree, longitude first. Each point after the first is the difference to the one before. Rings are closed, so the last
 * point, which equals the first, is left out.
 */
export interface PackedLand {
  readonly stepsPerDegree: number;
  readonly islands: readonly (readonly number[])[];
}

/** Unpacks the rings to `[latitude, longitude]`, Leaflet's order. */
export function unpackLand({ stepsPerDegree, islands }: PackedLand): [number, number][][] {
  return islands.map((steps) => {
    const ring: [number, number][] = [];
    let x = 0;
    let y = 0;
    for (let i = 0; i + 1 < steps.length; i += 2) {
      x += steps[i] ?? 0;
      y += steps[i + 1] ?? 0;
      ring.push([y / stepsPerDegree, x / stepsPerDegree]);
    }
    return ring;
  });
}

/** Parses the outline from the server; undefined if it is not valid. */
export function parsePackedLand(value: unknown): PackedLand | undefined {
  if (!isRecord(value)) return undefined;
  const { stepsPerDegree, islands } = value;
  if (typeof stepsPerDegree !== 'number' || !(stepsPerDegree > 0) || !Array.isArray(islands)) return undefined;
  if (!islands.every(isNumberList)) return undefined;
  return { stepsPerDegree, islands };
}

function isNumberList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));
}
