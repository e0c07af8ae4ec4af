interface Edge {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/**
 * The area inside closed rings by the even-odd rule, in square units, even if they cross: between two neighbouring
 * heights of vertices and crossings the width changes linearly, so the width halfway is the mean. Takes time with at
 * least the square of the number of edges.
 */
export function evenOddArea(rings: readonly Int32Array[]): number {
  const edges = rings.flatMap(edgesOf);
  const heights = [...new Set(edges.flatMap(({ ay, by }) => [ay, by]).concat(crossingHeights(edges)))];
  heights.sort((a, b) => a - b);
  let area = 0;
  for (let at = 1; at < heights.length; at++) {
    const [low, high] = [heights[at - 1] as number, heights[at] as number];
    area += (high - low) * widthAt(edges, (low + high) / 2);
  }
  return area;
}

function edgesOf(ring: Int32Array): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [ax, ay, bx, by] = ring.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (ay !== by) edges.push(ay < by ? { ax, ay, bx, by } : { ax: bx, ay: by, bx: ax, by: ay });
  }
  return edges;
}

function crossingHeights(edges: readonly Edge[]): number[] {
  const heights: number[] = [];
  for (const [place, one] of edges.entries()) {
    for (let other = place + 1; other < edges.length; other++) {
      const two = edges[other] as Edge;
      const [low, high] = [Math.max(one.ay, two.ay), Math.min(one.by, two.by)];
      if (low >= high) continue;
      const [apart, apartAbove] = [xAt(one, low) - xAt(two, low), xAt(one, high) - xAt(two, high)];
      if (apart * apartAbove < 0) heights.push(low + ((high - low) * apart) / (apart - apartAbove));
    }
  }
  return heights;
}

function widthAt(edges: readonly Edge[], y: number): number {
  const crossings = edges.filter(({ ay, by }) => ay < y && y < by).map((edge) => xAt(edge, y));
  crossings.sort((a, b) => a - b);
  return crossings.reduce((width, x, place) => width + (place % 2 === 0 ? -x : x), 0);
}

function xAt({ ax, ay, bx, by }: Edge, y: number): number {
  return ax + ((bx - ax) * (y - ay)) / (by - ay);
}
