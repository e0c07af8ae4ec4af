import type { Bench } from '#bench/bench.ts';
import { generateCoverage } from '#bench/generated/coverage.ts';
import { generatePoints } from '#bench/generated/points.ts';
import { seededOfferIds } from '#bench/generated/seed.ts';
import type { Row } from '#bench/measure/row.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';

/** The look-up compared with even-odd in whole numbers, which shares no code with it; half the points are beside vertices. */
export async function oraclePart(bench: Bench): Promise<Row[]> {
  const { full, settlements, seededFull } = bench.data;
  const count = Math.min(bench.points, 100_000);
  const ids = seededOfferIds(full);
  const parts = [...generateCoverage(settlements).content()].flatMap(({ layer, offer, parts }) =>
    parts.map((rings) => ({ offer: ids[layer]?.[offer] ?? 0, rings })),
  );
  const witness = new EvenOdd(parts);
  const points = [
    ...generatePoints(settlements, count / 2, 99).map(({ unitX, unitY }) => ({ x: unitX, y: unitY })),
    ...onEdges(parts, count / 2),
  ];
  const database = openDatabase(full);
  const lookup = coverageLookup(database.reader);
  const differing = points.filter(
    (point) => lookup.offersAt(point).join() !== witness.offersAt(point.x, point.y).join(),
  );
  closeDatabase(database);
  return [
    {
      what: `look-ups against even-odd in BigInt, ${points.length} points at ${seededFull.vertices} vertices, half of them vertices and middles of edges`,
      measured: `${differing.length} differ`,
      against: '',
      figure: differing.length,
      unit: ' differences',
      goal: { most: 0 },
    },
  ];
}

/** Vertices, and middles of edges, all over the coverage. */
function onEdges(parts: readonly { readonly rings: readonly Int32Array[] }[], count: number) {
  const edges = parts.reduce((sum, { rings }) => sum + rings.reduce((own, ring) => own + ring.length / 2 - 1, 0), 0);
  const every = edges / count;
  const points: { x: number; y: number }[] = [];
  let seen = 0;
  for (const ring of parts.flatMap(({ rings }) => rings)) {
    for (let at = 2; at < ring.length; at += 2, seen++) {
      if (seen < points.length * every) continue;
      const [ax, ay, bx, by] = [ring[at - 2], ring[at - 1], ring[at], ring[at + 1]] as [number, number, number, number];
      const isVertex = points.length % 2 === 0;
      points.push(isVertex ? { x: bx, y: by } : { x: Math.floor((ax + bx) / 2), y: Math.floor((ay + by) / 2) });
    }
  }
  return points;
}
