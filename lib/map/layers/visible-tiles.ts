/** A tile of the map; columns are counted from 180°, and wrap there. */
export interface TileNumber {
  readonly x: number;
  readonly y: number;
}

/** The tiles of a zoom that a part of the map touches, given by its corners in degrees; longitudes may go on past 180°. */
export function tilesIn(
  bounds: Readonly<{ west: number; east: number; south: number; north: number }>,
  zoom: number,
): TileNumber[] {
  const side = 2 ** zoom;
  const column = (longitude: number) => Math.floor((longitude / 360 + 0.5) * side);
  const row = (latitude: number) =>
    Math.floor((0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * side);
  const tiles: TileNumber[] = [];
  for (let y = Math.max(0, row(bounds.north)); y <= Math.min(side - 1, row(bounds.south)); y++) {
    for (let x = column(bounds.west); x <= column(bounds.east); x++) tiles.push({ x: ((x % side) + side) % side, y });
  }
  return tiles;
}
