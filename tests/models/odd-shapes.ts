import type { Random } from './sample-shapes.ts';

type Position = [longitude: number, latitude: number];
type Polygon = Position[][];

/** Where a shape is, and how large, in degrees. */
export interface ShapePlace {
  readonly longitude: number;
  readonly latitude: number;
  readonly size: number;
}

type Draw = (random: Random, place: ShapePlace) => Polygon[];

/** Polygons as deliveries have them, above all those that cross, touch and overlap themselves; rings are closed. */
export const oddShapes: Readonly<Record<string, Draw>> = {
  'a bow-tie': (_, place) => [[ringOf(place, [-1, -1, 1, 1, 1, -1, -1, 1])]],
  'a bow-tie with a vertex where it crosses': (_, place) => [
    [ringOf(place, [-1, -1, 0, 0, 1, 1, 1, -0.9, 0, 0, -1, 0.9])],
  ],
  'a five-pointed star in one stroke': (_, place) => [[starOf(place, 5, 2)]],
  'an eleven-pointed star in one stroke': (_, place) => [[starOf(place, 11, 4)]],
  'a tangle': (random, place) => [[anyRing(random, place, 11)]],
  'two tangles as one polygon': (random, place) => [[anyRing(random, place, 7), anyRing(random, place, 9)]],
  'a hole that crosses its outer ring': (_, place) => [
    [ringOf(place, [-1, -1, 0.6, -1, 0.6, 1, -1, 1]), ringOf(place, [-0.3, -0.5, 1, -0.4, 0.9, 0.5, -0.2, 0.4])],
  ],
  'a hole on its outer ring': (_, place) => [
    [ringOf(place, [-1, -1, 1, -1, 1, 1, -1, 1]), ringOf(place, [-1, -0.5, 0.4, -0.4, 0.2, 0.6, -1, 0.5])],
  ],
  'holes over each other': (_, place) => [
    [
      ringOf(place, [-1, -1, 1, -1, 1, 1, -1, 1]),
      ringOf(place, [-0.8, -0.8, 0.3, -0.7, 0.2, 0.4]),
      ringOf(place, [-0.5, -0.6, 0.7, -0.5, 0.1, 0.8]),
    ],
  ],
  'an island in a hole': (_, place) => [
    [1, 0.6, 0.3].map((scale) => ringOf({ ...place, size: place.size * scale }, [-1, -1, 1, -0.9, 1, 1, -0.9, 1])),
  ],
  'polygons over each other': (random, place) => [1, 2, 3].map(() => [anyRing(random, place, 5)]),
  'a polygon over the hole of another': (_, place) => [
    [ringOf(place, [-1, -1, 1, -1, 1, 1, -1, 1]), ringOf(place, [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5])],
    [ringOf(place, [-0.7, -0.2, 0.3, -0.6, 0.4, 0.2])],
  ],
  'polygons side by side': (_, place) => [
    [ringOf(place, [-1, -1, 0.1, -0.9, -0.1, 0.2, 0.1, 1, -1, 1])],
    [ringOf(place, [0.1, -0.9, 1, -1, 1, 1, 0.1, 1, -0.1, 0.2])],
  ],
  'a jagged ring': (random, place) => [[jaggedRing(random, place, 300)]],
  'jagged rings over each other': (random, place) => [1, 2].map(() => [jaggedRing(random, place, 150)]),
};

function at({ longitude, latitude, size }: ShapePlace, x: number, y: number): Position {
  return [Number((longitude + (x * size) / 2).toFixed(7)), Number((latitude + (y * size) / 2).toFixed(7))];
}

/** @param corners x0, y0, x1, y1, … from -1 to 1 */
function ringOf(place: ShapePlace, corners: readonly number[]): Position[] {
  const ring: Position[] = [];
  for (let corner = 0; corner < corners.length; corner += 2)
    ring.push(at(place, corners[corner] ?? 0, corners[corner + 1] ?? 0));
  return [...ring, at(place, corners[0] ?? 0, corners[1] ?? 0)];
}

function starOf(place: ShapePlace, points: number, stride: number): Position[] {
  const corners = Array.from({ length: points }, (_, corner) => {
    const angle = (2 * Math.PI * corner * stride) / points + 0.2;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return ringOf(place, corners.flat());
}

function anyRing(random: Random, place: ShapePlace, corners: number): Position[] {
  return ringOf(
    place,
    Array.from({ length: 2 * corners }, () => random(-1000, 1000) / 1000),
  );
}

function jaggedRing(random: Random, place: ShapePlace, corners: number): Position[] {
  const ring = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    const radius = random(500, 1000) / 1000;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return ringOf(place, ring.flat());
}
