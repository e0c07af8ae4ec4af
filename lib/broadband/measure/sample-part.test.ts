import { describe, expect, test } from 'vitest';
import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { type CoveragePart, EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { type Leaf, leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { offersAt } from '#lib/broadband/coverage/offers-at.ts';
import { drawNeighbours, type Random, rectangle, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { levelOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';
import { gridSize, SampleGrid } from './sample-grid.ts';
import { PartSampler } from './sample-part.ts';

const NEAR = { x: -56_000_000, y: -410_000_000 };

function cornerOf({ key }: Leaf): { x: number; y: number } {
  let [x, y] = [ROOT.x, ROOT.y];
  for (let bit = 0; bit < DEEPEST_LEVEL; bit++) {
    x += (Math.floor(key / 4 ** bit) % 2) * 512 * 2 ** bit;
    y += (Math.floor(key / 4 ** bit / 2) % 2) * 512 * 2 ** bit;
  }
  return { x, y };
}

/** How many points of the leaf's grid differ from the look-up, and how many were compared. */
function differences(leaf: Leaf, grid = new SampleGrid()): { differing: number; asked: number } {
  const { x, y } = cornerOf(leaf);
  const side = ROOT.side / 2 ** levelOf(leaf);
  const edges = new LeafEdges(10, (offer) => offer);
  const cell = new CellEdges();
  cell.reset(x, y, side, levelOf(leaf));
  edges.load(leaf.body, cell);
  grid.place(x, y, side);
  const inside = new Map<number, Int32Array>();
  const rowsOf = (offer: number) => inside.get(offer) ?? new Int32Array(gridSize);
  for (const offer of cell.covering.values.subarray(0, cell.covering.length)) {
    inside.set(offer, new Int32Array(gridSize).fill(-1));
  }
  const sampler = new PartSampler(grid);
  const { values: groups } = cell.groups;
  for (let at = 0; at < cell.groups.length; ) {
    const [part = 0, head = 0] = groups.subarray(at, at + 2);
    const runsEnd = at + 2 + (head & ~1);
    const rows = rowsOf(edges.offerOf(part));
    const given = { positions: edges.positionsOf(), groups, runsAt: at + 2, runsEnd, bit: head & 1 };
    sampler.sample(given, rows, new Int32Array(gridSize), 0);
    inside.set(edges.offerOf(part), rows);
    at = runsEnd;
  }
  let differing = 0;
  for (let row = 0; row < gridSize; row++) {
    for (let column = 0; column < gridSize; column++) {
      const px = (grid.firstXs[row] as number) + column * grid.step;
      const expected = offersAt(leaf.key, leaf.body, px, grid.ys[row] as number);
      const found = [...inside].flatMap(([offer, rows]) => (((rows[row] as number) >> column) & 1 ? [offer] : []));
      if (found.sort((a, b) => a - b).join() !== expected.join()) differing++;
    }
  }
  return { differing, asked: gridSize ** 2 };
}

function differencesOf(parts: readonly CoveragePart[], limits = { maxEdgesPerLeaf: 8, maxCopiesPerEdge: 40 }) {
  const collection = new EdgeCollection();
  for (const part of parts) collection.add(part);
  const leaves = [...leavesOf(collection, limits)];
  // a few hundred leaves represent a shape with many thousands well enough
  const every = Math.max(1, Math.floor(leaves.length / 15));
  const asked = leaves.filter((_, place) => place % every === 0).map((leaf) => differences(leaf));
  return {
    differing: asked.reduce((sum, { differing }) => sum + differing, 0),
    asked: asked.reduce((sum, leaf) => sum + leaf.asked, 0),
  };
}

const draws: [string, (random: Random, step: number) => CoveragePart[]][] = [
  ...Object.entries(SHAPES).map(([name, draw]): [string, (random: Random, step: number) => CoveragePart[]] => [
    name,
    (random, step) => draw(random, { ...NEAR, step, reach: 300 }).map((rings) => ({ offer: 1, rings })),
  ]),
  ['areas side by side', (random, step) => drawNeighbours(random, { ...NEAR, step, reach: 300 })],
];

describe.each(draws)('N8: the points of a grid agree with the look-up: %s', (_, draw) => {
  test.each([1, 16, 512, 4096])('in steps of %d units', (step) => {
    const random = seededRandom(step);
    let asked = 0;
    for (let round = 0; round < tries(2, 40); round++) {
      const found = differencesOf(draw(random, step));
      expect(found.differing).toBe(0);
      asked += found.asked;
    }
    expect(asked).toBeGreaterThan(0);
  });
});

test('N8: points exactly on edges and vertices agree, and so do edges through the corner of the cell', () => {
  const corner = { x: ROOT.x + 512 * 100_000, y: ROOT.y + 512 * 100_000 };
  const grid = new SampleGrid();
  grid.place(corner.x, corner.y, 512);
  const { firstXs, ys, step } = grid;
  const point = (column: number, row: number) => [(firstXs[row] as number) + column * step, ys[row] as number] as const;
  const through = [point(3, 5), point(20, 5), point(9, 17), point(31, 31), point(0, 0), [corner.x, corner.y] as const];
  const random = seededRandom(9);
  const any = () => through[random(0, through.length - 1)] ?? point(0, 0);
  for (let round = 0; round < tries(100, 2000); round++) {
    const positions = Array.from({ length: random(3, 7) }, any);
    const [x = 0, y = 0] = any();
    const parts = [
      { offer: 1, rings: [Int32Array.from([...positions, positions[0] ?? []].flat())] },
      { offer: 2, rings: [rectangle(corner.x - random(0, 1), corner.y - random(0, 1), x, y)] },
    ];
    expect(differencesOf(parts, { maxEdgesPerLeaf: 2, maxCopiesPerEdge: 1000 }).differing).toBe(0);
  }
});
