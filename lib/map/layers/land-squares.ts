/** The side of a square of the detailed map, in degrees. */
export const squareSide = 1;

/** The part of the map that is visible, in degrees; longitudes go on past 180°. */
interface Visible {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The name of the square whose south-west corner this is, and of its file: `174_-42`. */
export function squareName(west: number, south: number): string {
  return `${west}_${south}`;
}

/** The names of the squares that a part of the map touches. */
export function squaresIn({ west, east, south, north }: Visible): string[] {
  const names: string[] = [];
  for (let y = floorTo(south); y < north; y += squareSide) {
    for (let x = floorTo(west); x < east; x += squareSide) names.push(squareName(x, y));
  }
  return names;
}

function floorTo(degrees: number): number {
  return Math.floor(degrees / squareSide) * squareSide;
}
