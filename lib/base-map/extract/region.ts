import { zxyToTileId } from 'pmtiles';

/** A rectangle in degrees; it does not cross 180°. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Ids of tiles, from `first` to before `end`. */
export interface IdRange {
  readonly first: number;
  readonly end: number;
}

/** New Zealand, and the Chatham Islands beyond 180°; `docs/nz-region.geojson` has the same. */
export const newZealand: readonly Box[] = [
  { west: 165.5, south: -48, east: 180, north: -33 },
  { west: -180, south: -45, east: -175.5, north: -43 },
];

/** The ids of all tiles up to `mostZoom` that touch one of the boxes, in order, without gaps of nothing between ranges. */
export function tileIdsOf(boxes: readonly Box[], mostZoom: number): IdRange[] {
  const squares = boxes.map(worldSquareOf);
  const found: IdRange[] = [];
  const visit = (zoom: number, x: number, y: number) => {
    const size = 2 ** -zoom;
    const tile = { left: x * size, top: y * size, right: (x + 1) * size, bottom: (y + 1) * size };
    if (!squares.some((square) => touches(square, tile))) return;
    if (squares.some((square) => contains(square, tile))) {
      found.push(...idsBelow(zoom, x, y, mostZoom));
      return;
    }
    const id = zxyToTileId(zoom, x, y);
    found.push({ first: id, end: id + 1 });
    if (zoom === mostZoom) return;
    for (const below of [0, 1, 2, 3]) visit(zoom + 1, 2 * x + (below % 2), 2 * y + Math.floor(below / 2));
  };
  visit(0, 0, 0);
  return joined(found);
}

/** A tile, and all tiles that it contains: on the Hilbert curve, those of one zoom have ids in a row. */
function idsBelow(zoom: number, x: number, y: number, mostZoom: number): IdRange[] {
  const place = zxyToTileId(zoom, x, y) - firstIdOf(zoom);
  return Array.from({ length: mostZoom - zoom + 1 }, (_, deeper) => {
    const count = 4 ** deeper;
    const first = firstIdOf(zoom + deeper) + place * count;
    return { first, end: first + count };
  });
}

const firstIdOf = (zoom: number) => (4 ** zoom - 1) / 3;

function joined(ranges: readonly IdRange[]): IdRange[] {
  const result: IdRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const last = result.at(-1);
    if (last === undefined || last.end < range.first) result.push(range);
    else result[result.length - 1] = { first: last.first, end: Math.max(last.end, range.end) };
  }
  return result;
}

/** Parts of the world in Web Mercator, 0 to 1 from the west and from the north. */
interface Square {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function worldSquareOf({ west, south, east, north }: Box): Square {
  return { left: (west + 180) / 360, right: (east + 180) / 360, top: fromNorth(north), bottom: fromNorth(south) };
}

function fromNorth(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function touches(one: Square, other: Square): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

function contains(outer: Square, inner: Square): boolean {
  return (
    outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom
  );
}
