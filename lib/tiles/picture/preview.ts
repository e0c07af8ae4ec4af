import { type Point, toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { type PackedLand, unpackLand } from '#lib/map/layers/land-outline.ts';
import { gridX, gridY, TILE_PIXELS, WORLD } from '#lib/tiles/grid.ts';
import type { Ring } from '#lib/tiles/pieces/ring.ts';
import { CoverageRaster } from './coverage-raster.ts';
import { Picture } from './painting.ts';

/** The smallest size that sites show as a large picture with a link; it fits a town and its surroundings, some 70 km. */
export const PREVIEW_WIDTH = 600;
export const PREVIEW_HEIGHT = 315;
const zoom = 10;
const pixelsPerUnit = (TILE_PIXELS * 2 ** zoom) / WORLD;

/** As `#0a6a4d`. */
export interface PreviewColours {
  readonly sea: string;
  readonly land: string;
  readonly pin: string;
  readonly pinEdge: string;
}

/** A tile on a preview: its numbers, and its upper left corner in pixels of the preview. */
export interface PreviewTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
}

/** The coverage on a preview: one colour, and the opacities (0 to 255) of each tile. */
export interface PreviewCoverage {
  readonly colour: string;
  readonly tiles: readonly (PreviewTile & { readonly opacities: Uint8Array })[];
}

/** The upper left corner of a preview, in pixels of its zoom. The point is a little below the middle, as its pin is above it. */
function cornerOf(point: Point) {
  return {
    left: Math.round(gridX(point.x) * pixelsPerUnit - PREVIEW_WIDTH / 2),
    top: Math.round(gridY(point.y) * pixelsPerUnit - PREVIEW_HEIGHT * 0.55),
  };
}

/** The tiles on the preview of a point. */
export function previewTiles(point: Point): PreviewTile[] {
  const { left, top } = cornerOf(point);
  const columns = 2 ** zoom;
  const tiles: PreviewTile[] = [];
  for (let row = Math.floor(top / TILE_PIXELS); row * TILE_PIXELS < top + PREVIEW_HEIGHT; row++) {
    for (let column = Math.floor(left / TILE_PIXELS); column * TILE_PIXELS < left + PREVIEW_WIDTH; column++) {
      // columns count from Greenwich, tile numbers from 180°
      const x = (column + columns / 2) % columns;
      tiles.push({ z: zoom, x, y: row, left: column * TILE_PIXELS - left, top: row * TILE_PIXELS - top });
    }
  }
  return tiles;
}

/** The outline of the land as rings of the grid. */
export function landRings(land: PackedLand): Ring[] {
  return unpackLand(land).map((island) =>
    Int32Array.from(island.flatMap(([latitude, longitude]) => [gridX(toUnitX(longitude)), gridY(toUnitY(latitude))])),
  );
}

/** Draws the preview of a point: the land, the coverage of one technology, and a pin whose tip is the point. @returns PNG */
export function drawPreview(
  point: Point,
  land: readonly Ring[],
  coverage: PreviewCoverage | undefined,
  colours: PreviewColours,
): Uint8Array {
  const { left, top } = cornerOf(point);
  const picture = new Picture(PREVIEW_WIDTH, PREVIEW_HEIGHT, colours.sea);

  const islands = new CoverageRaster(PREVIEW_WIDTH, left / pixelsPerUnit, top / pixelsPerUnit, pixelsPerUnit);
  for (const ring of land) islands.add(ring);
  picture.paint(islands, colours.land);

  for (const { left: x, top: y, opacities } of coverage?.tiles ?? []) {
    picture.paintOpacities({ opacities, side: TILE_PIXELS }, coverage?.colour ?? '', x, y);
  }

  const tipX = Math.round(gridX(point.x) * pixelsPerUnit) - left;
  const tipY = Math.round(gridY(point.y) * pixelsPerUnit) - top;
  for (const [outline, colour] of pin(colours)) {
    const raster = new CoverageRaster(pinRoom, (-pinRoom / 2) * pinSteps, (3 - pinRoom) * pinSteps, 1 / pinSteps);
    raster.add(outline);
    picture.paint(raster, colour, tipX - pinRoom / 2, tipY + 3 - pinRoom);
  }
  return picture.png();
}

/** The pin's height and the radius of its head, in pixels; its outline is drawn in 16ths of them. */
const pinHeight = 44;
const pinRadius = 14;
const pinSteps = 16;
const pinCentre = pinRadius - pinHeight;
/** Side of a square around it, with its tip in the middle of the third row from below. */
const pinRoom = 52;

/** The shapes of the pin, lowest first. */
function pin({ pin: body, pinEdge }: PreviewColours): (readonly [Ring, string])[] {
  const heart = Int32Array.from(arc(pinRadius * 0.4, 0, 2 * Math.PI));
  return [
    [pinOutline(2), pinEdge],
    [pinOutline(0), body],
    [heart, pinEdge],
  ];
}

/** A drop whose tip is the origin, `more` pixels larger on all sides. */
function pinOutline(more: number): Ring {
  const radius = pinRadius + more;
  const tip = more;
  // the straight sides touch the head here, counted from straight down
  const touch = Math.acos(radius / (tip - pinCentre));
  return Int32Array.of(0, tip * pinSteps, ...arc(radius, touch, 2 * Math.PI - touch));
}

/** A part of a circle around the head's centre; angles count from straight down. */
function arc(radius: number, from: number, to: number): number[] {
  const sides = 64;
  return Array.from({ length: sides + 1 }, (_, side) => from + ((to - from) * side) / sides).flatMap((angle) => [
    Math.round(radius * Math.sin(angle) * pinSteps),
    Math.round((pinCentre + radius * Math.cos(angle)) * pinSteps),
  ]);
}
