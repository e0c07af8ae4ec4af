import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { layersOf, movedPart } from './coverage.ts';
import { boxOf, type Part } from './shapes.ts';

/** A point as a caller writes it, and in units of 1e-7 degree. */
export interface AskedPoint {
  readonly y: string;
  readonly x: string;
  readonly unitX: number;
  readonly unitY: number;
}

const near = 10_000;

/**
 * Distinct points where answers are hardest: every other one within 0.001° of a vertex of some layer, the rest anywhere
 * in the box around a settlement.
 */
export function generatePoints(settlements: readonly Part[], count: number, seed = 7): AskedPoint[] {
  const random = seededRandom(seed);
  const boxes = settlements.map(boxOf);
  const points = new Map<string, AskedPoint>();
  while (points.size < count) {
    const place = Math.floor(random() * settlements.length);
    const part = settlements[place] ?? [];
    const box = boxes[place] ?? boxOf(part);
    const isNear = points.size % 2 === 0;
    const spot = isNear
      ? besideVertex(part, place, random)
      : { x: between(box.west, box.east, random), y: between(box.south, box.north, random) };
    if (!isInServiceBox(spot)) continue;
    const asked = { y: degrees(spot.y), x: degrees(spot.x + 1_800_000_000), unitX: spot.x, unitY: spot.y };
    points.set(`${asked.y}/${asked.x}`, asked);
  }
  return [...points.values()];
}

function besideVertex(part: Part, place: number, random: () => number): { x: number; y: number } {
  const layers = layersOf(place);
  const ring = part[Math.floor(random() * part.length)] ?? new Int32Array(2);
  const at = 2 * Math.floor((random() * ring.length) / 2);
  const layer = layers[Math.floor(random() * layers.length)] ?? 0;
  // only this vertex is moved, not the whole outline
  const [[x = 0, y = 0] = []] = movedPart([ring.subarray(at, at + 2)], layer, place);
  return { x: between(x - near, x + near, random), y: between(y - near, y + near, random) };
}

function between(least: number, most: number, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function degrees(units: number): string {
  const text = String(Math.abs(units)).padStart(8, '0');
  return `${units < 0 ? '-' : ''}${text.slice(0, -7)}.${text.slice(-7)}`;
}

function isInServiceBox({ x, y }: { x: number; y: number }): boolean {
  return x >= SERVICE_BOX.minX && x <= SERVICE_BOX.maxX && y >= SERVICE_BOX.minY && y <= SERVICE_BOX.maxY;
}
