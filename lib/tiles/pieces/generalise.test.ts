import { describe, expect, test } from 'vitest';
import { distanceToEdge, star } from '#tests/models/sample-rings.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { generalise } from './generalise.ts';
import { doubleArea, type Ring, reversed } from './ring.ts';

function wavyCircle(vertices: number, radius: number): Ring {
  const ring = new Int32Array(vertices * 2);
  for (let at = 0; at < vertices; at++) {
    const angle = (2 * Math.PI * at) / vertices;
    const out = radius * (1 + 0.1 * Math.sin(angle * 9) + 0.01 * Math.sin(angle * 311));
    ring[at * 2] = Math.round(out * Math.cos(angle));
    ring[at * 2 + 1] = Math.round(out * Math.sin(angle));
  }
  return ring;
}

function furthest(from: Ring, to: Ring): number {
  let most = 0;
  for (let at = 0; at < from.length; at += 2) {
    most = Math.max(most, distanceToEdge([to], from[at] ?? 0, from[at + 1] ?? 0));
  }
  return most;
}

describe('a generalised ring', () => {
  const ring = wavyCircle(5000, 100_000);
  test.each([50, 400, 3000])('removes no vertex that is further than %i from it', (tolerance) => {
    const general = generalise(ring, tolerance);
    expect(furthest(ring, general)).toBeLessThanOrEqual(tolerance);
    expect(general.length).toBeLessThan(ring.length);
    expect(Math.abs(doubleArea(general) / doubleArea(ring) - 1)).toBeLessThan((4 * tolerance) / 100_000);
  });

  test('has fewer vertices the larger its tolerance', () => {
    const counts = [50, 400, 3000].map((tolerance) => generalise(ring, tolerance).length / 2);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[2]).toBeLessThan(150);
  });

  test('of a random shape stays within the tolerance too, and keeps its direction', () => {
    const random = seededRandom(4);
    for (let round = 0; round < tries(200, 4000); round++) {
      const shape = star(random, random(5, 200), 10_000);
      const tolerance = random(1, 800);
      const general = generalise(shape, tolerance);
      expect(furthest(shape, general)).toBeLessThanOrEqual(tolerance + 1e-9);
      expect(general.length).toBeGreaterThanOrEqual(8);
    }
  });

  test('of three or four vertices is unchanged', () => {
    const triangle = Int32Array.of(0, 0, 10, 1, 20, 0);
    expect(generalise(triangle, 100)).toBe(triangle);
  });
});

test('adjacent areas keep a common border, in any direction and from any starting point', () => {
  const random = seededRandom(9);
  const border: [number, number][] = Array.from({ length: 400 }, (_, at) => [random(-900, 900), at * 250]);
  const west: [number, number][] = [
    [-50_000, 399 * 250],
    [-50_000, 0],
  ];
  const east: [number, number][] = [
    [50_000, 0],
    [50_000, 399 * 250],
  ];
  const left = Int32Array.from([...border, ...west].flat());
  const right = Int32Array.from([...border.slice(100).reverse(), ...border.slice(0, 100).reverse(), ...east].flat());
  const ofBorder = (ring: Ring) => {
    const positions: string[] = [];
    for (let at = 0; at < ring.length; at += 2) {
      // where the border ends, each area decides by itself
      const isInTheMiddle = Number(ring[at + 1]) > 500 && Number(ring[at + 1]) < 397 * 250;
      if (Math.abs(ring[at] ?? 0) <= 900 && isInTheMiddle) positions.push(`${ring[at]},${ring[at + 1]}`);
    }
    return positions.sort();
  };
  const one = ofBorder(generalise(left, 500));
  expect(one).toEqual(ofBorder(generalise(reversed(right), 500)));
  expect(one).toEqual(ofBorder(generalise(right, 500)));
  expect(one.length).toBeLessThan(400);
});

test('two hundred thousand vertices in one line take a reasonable time', () => {
  const count = 200_000;
  const ring = new Int32Array(count * 2 + 4);
  for (let at = 0; at < count; at++) ring[at * 2] = at * 100;
  ring.set([count * 100, 50_000_000, 0, 50_000_000], count * 2);
  const general = generalise(ring, 10);
  expect(general.length / 2).toBeLessThan(count / 50);
  expect(doubleArea(general)).toBe(doubleArea(ring));
});
