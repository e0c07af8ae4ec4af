import type { ChangedCell } from '#lib/broadband/measure/changed-cells.ts';
import { type ChangeKind, changeKinds } from '#lib/broadband/measure/changed-points.ts';
import { longitudeOf, mapMargin, type Point, serviceArea, unitsPerDegree } from '#lib/broadband/point.ts';
import { type MapPoint, wrapLongitude } from '#lib/map/degrees.ts';
import { townsFromNorth } from '#lib/places/towns.ts';

/** A square of the map where a technology, by its name, changed; areas in square metres. */
export interface NamedCell extends Omit<ChangedCell, 'technologyId'> {
  readonly technology: string;
}

/** The squares of a technology with each kind of change: x, y and side in units, one after another. */
export type DrawnSquares = Readonly<Record<ChangeKind, readonly number[]>>;

/** The changes of a technology around a town in square kilometres, and the centre of the square that changed most. */
export interface ChangedTown {
  readonly technology: string;
  readonly town: string;
  readonly gained: number;
  readonly lost: number;
  readonly altered: number;
  readonly at: MapPoint;
}

const squareKilometre = 1e6;

/** The squares to draw, by technology. */
export function drawnSquares(cells: readonly NamedCell[]): Map<string, DrawnSquares> {
  const drawn = new Map<string, Record<ChangeKind, number[]>>();
  for (const cell of cells) {
    const squares = drawn.get(cell.technology) ?? { gained: [], lost: [], altered: [] };
    drawn.set(cell.technology, squares);
    for (const kind of changeKinds) if (cell[kind] > 0) squares[kind].push(cell.x, cell.y, cell.side);
  }
  return drawn;
}

/** The changes by technology, in the given order, and by nearest town, from north to south. */
export function changedTowns(cells: readonly NamedCell[]): ChangedTown[] {
  const gathered = new Map<string, Map<string, ChangedTown & { readonly most: number }>>();
  for (const cell of cells) {
    const at = centreOf(cell);
    const town = nearestTown(at);
    const ofTechnology = gathered.get(cell.technology) ?? new Map<string, ChangedTown & { readonly most: number }>();
    gathered.set(cell.technology, ofTechnology);
    const known = ofTechnology.get(town);
    const most = cell.gained + cell.lost + cell.altered;
    const place = known !== undefined && known.most >= most ? known : { at, most };
    ofTechnology.set(town, {
      technology: cell.technology,
      town,
      at: place.at,
      most: place.most,
      gained: (known?.gained ?? 0) + cell.gained / squareKilometre,
      lost: (known?.lost ?? 0) + cell.lost / squareKilometre,
      altered: (known?.altered ?? 0) + cell.altered / squareKilometre,
    });
  }
  const order = new Map(townsFromNorth.map(({ name }, place) => [name, place]));
  return [...gathered.values()].flatMap((ofTechnology) =>
    [...ofTechnology.values()]
      .sort((a, b) => (order.get(a.town) ?? 0) - (order.get(b.town) ?? 0))
      .map(({ most: _most, ...town }) => town),
  );
}

/** The town on the map that is nearest to a point. */
export function nearestTown({ latitude, longitude }: MapPoint): string {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const distance = (town: MapPoint) =>
    Math.hypot(town.latitude - latitude, wrapLongitude(town.longitude - longitude) * narrowing);
  return townsFromNorth.reduce((one, other) => (distance(other) < distance(one) ? other : one)).name;
}

/**
 * The places that can be marked without touching the mark of one before them.
 *
 * @param side of the square that a mark takes, in pixels
 * @param pixelOf where a place is on the screen
 */
export function keepApart<Place>(
  places: readonly Place[],
  side: number,
  pixelOf: (place: Place) => Readonly<{ x: number; y: number }>,
): Place[] {
  const kept: { readonly place: Place; readonly x: number; readonly y: number }[] = [];
  for (const place of places) {
    const { x, y } = pixelOf(place);
    if (kept.every((other) => Math.max(Math.abs(other.x - x), Math.abs(other.y - y)) >= side))
      kept.push({ place, x, y });
  }
  return kept.map(({ place }) => place);
}

/** The corners of `DrawnSquares`, as a ring of latitudes and longitudes each; longitudes go on past 180°. */
export function squareCorners(squares: readonly number[]): [number, number][][] {
  const rings: [number, number][][] = [];
  for (let at = 0; at + 2 < squares.length; at += 3) {
    const [x = 0, y = 0, side = 0] = squares.slice(at, at + 3);
    const [west, east] = [x, x + side].map((units) => units / unitsPerDegree + 180) as [number, number];
    const [south, north] = [y / unitsPerDegree, (y + side) / unitsPerDegree];
    rings.push([
      [south, west],
      [south, east],
      [north, east],
      [north, west],
    ]);
  }
  return rings;
}

/** Converts units of 1e-7 degree (`x` counts from 180° E) to degrees; longitudes go up to 360, like the map's. */
export function pointOfUnits(point: Point): MapPoint {
  return { latitude: point.y / unitsPerDegree, longitude: longitudeOf(point) / unitsPerDegree };
}

/** Whether the map can be moved to a place. */
export function isOnMap({ latitude, longitude }: MapPoint): boolean {
  const { west, east, south, north } = serviceArea;
  const [wide, high] = [(east - west) * mapMargin, (north - south) * mapMargin];
  return longitude >= west - wide && longitude <= east + wide && latitude >= south - high && latitude <= north + high;
}

function centreOf({ x, y, side }: NamedCell): MapPoint {
  return pointOfUnits({ x: x + side / 2, y: y + side / 2 });
}
