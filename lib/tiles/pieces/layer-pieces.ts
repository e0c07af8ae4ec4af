import { simpleRings } from '#lib/shapes/simple-rings.ts';
import { gridX, gridY, type Level, levels } from '#lib/tiles/grid.ts';
import { cutToPieces } from './cut.ts';
import { generalise } from './generalise.ts';
import { PieceWriter } from './piece-codec.ts';
import { orientRings } from './polygons.ts';
import { doubleArea, eachEdge, emptyBox, extend, mapRing, type Ring } from './ring.ts';

/** The form of pieces; layers drawn in another form are drawn again. */
export const DRAWING_FORM = 2;

/** The part of a layer in one square of a level, as `readPiece` reads it. */
export interface Piece {
  readonly level: number;
  /** Row × columns of the level's cut zoom + column. */
  readonly tile: number;
  readonly body: Uint8Array;
}

/**
 * Each level is made from the one before it. With this share of the tolerance, all levels together and the rounding to the
 * level's coordinates stay within the tolerance.
 */
const shareOfTolerance = 0.65;

/** Makes the pieces of a layer from its parts, offer by offer. */
export class LayerPieces {
  readonly #levels = levels.map((level) => new LevelPieces(level));
  #offer = -1;

  /** Roughly how many bytes wait to be taken. */
  get size(): number {
    return this.#levels.reduce((sum, { size }) => sum + size, 0);
  }

  /** @param rings in units of 1e-7 degree, as parts are stored */
  add(offer: number, rings: readonly Int32Array[]): void {
    if (offer !== this.#offer) for (const level of this.#levels) level.beginOffer(offer);
    this.#offer = offer;
    const onGrid = rings.flatMap((ring) => gridRing(ring) ?? []);
    let drawn = simplyDrawn(onGrid) ?? orientRings(onGrid);
    for (const level of this.#levels) drawn = level.add(drawn);
  }

  /** The pieces so far; a later call may give other rings of the same square. */
  *take(): Generator<Piece> {
    for (const level of this.#levels) yield* level.take();
  }
}

class LevelPieces {
  readonly #level: Level;
  #writers = new Map<number, PieceWriter>();
  #offer = -1;
  /** Where the offer already has a dot. */
  #dots = new Set<number>();
  #vertices = 0;

  constructor(level: Level) {
    this.#level = level;
  }

  get size(): number {
    // as measured; even an empty writer takes some memory
    return this.#vertices * 3 + this.#writers.size * 1024;
  }

  beginOffer(offer: number): void {
    this.#offer = offer;
    this.#dots.clear();
  }

  /** @param rings of one part, in units of the grid @returns the rings that the next level is made from */
  add(rings: Ring[]): Ring[] {
    const { tolerance } = this.#level;
    if (tolerance === 0) {
      this.#draw(rings);
      return rings;
    }
    const pixel = 2 * tolerance;
    const general = rings.map((ring) => generalise(ring, tolerance * shareOfTolerance));
    // a faint piece among others is a detail of the area, and needs no mark
    const isMarked = general.every((ring) => isFaint(ring, pixel));
    const kept: Ring[] = [];
    const drawn: Ring[] = [];
    general.forEach((ring, place) => {
      const isOuter = doubleArea(rings[place] as Ring) >= 0;
      const isSmall = sizeOf(ring) < pixel;
      if (isSmall && !isOuter) return;
      kept.push(ring);
      if (!isMarked || !isOuter) drawn.push(ring);
      else if (isSmall) drawn.push(...this.#dot(...middleOf(ring)));
      // one by one: there may be more than a call may have arguments
      else for (const mark of this.#trace(ring)) drawn.push(mark);
    });
    this.#draw(drawn);
    return kept;
  }

  *take(): Generator<Piece> {
    const { id } = this.#level;
    for (const [tile, writer] of this.#writers) yield { level: id, tile, body: writer.take() };
    this.#writers = new Map();
    this.#vertices = 0;
  }

  /**
   * The mark of an area too small to be seen: a square of two by two pixels, aligned with the pixels. Empty where the
   * offer already has this mark.
   */
  #dot(x: number, y: number): Ring[] {
    const pixel = this.#level.tolerance * 2;
    const column = Math.round(x / pixel) - 1;
    const row = Math.round(y / pixel) - 1;
    const key = row * 2 ** 24 + column;
    if (this.#dots.has(key)) return [];
    this.#dots.add(key);
    const west = column * pixel;
    const north = row * pixel;
    const east = west + 2 * pixel;
    const south = north + 2 * pixel;
    return [Int32Array.of(west, north, east, north, east, south, west, south)];
  }

  /** The marks of a long area too narrow to be seen, along its edge. */
  #trace(ring: Ring): Ring[] {
    const marks: Ring[] = [];
    const pixel = this.#level.tolerance * 2;
    eachEdge(ring, (ax, ay, bx, by) => {
      const steps = Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / pixel);
      for (let step = 0; step < steps; step++) {
        marks.push(...this.#dot(ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps));
      }
    });
    return marks;
  }

  #draw(rings: readonly Ring[]): void {
    const { shift, side, cutZoom } = this.#level;
    const half = shift === 0 ? 0 : 2 ** (shift - 1);
    const toLevel = (value: number) => (value + half) >> shift;
    const own = shift === 0 ? rings : rings.flatMap((ring) => mapRing(ring, toLevel, toLevel) ?? []);
    cutToPieces(own, side, (column, row, cut) => {
      const tile = row * 2 ** cutZoom + column;
      let writer = this.#writers.get(tile);
      if (writer === undefined) {
        writer = new PieceWriter(column * side, row * side);
        this.#writers.set(tile, writer);
      }
      for (const ring of cut) {
        writer.add(this.#offer, ring);
        this.#vertices += ring.length / 2;
      }
    });
  }
}

/** The longer side of the box around a ring. */
function sizeOf(ring: Ring): number {
  const { minX, minY, maxX, maxY } = extend(emptyBox(), ring);
  return Math.max(maxX - minX, maxY - minY);
}

function middleOf(ring: Ring): [x: number, y: number] {
  const { minX, minY, maxX, maxY } = extend(emptyBox(), ring);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

/** Whether an area is too small or too narrow to be seen. */
function isFaint(ring: Ring, pixel: number): boolean {
  return sizeOf(ring) < pixel || Math.abs(doubleArea(ring)) / lengthOf(ring) < pixel / 8;
}

/**
 * The rings of one part without crossings; undefined if they have none. An area narrower than the grid stays as it is: little
 * is left of it on the grid, but it is marked at zooms where small areas are.
 */
function simplyDrawn(rings: readonly Ring[]): Ring[] | undefined {
  const simple = simpleRings(rings, 'odd');
  const area = simple?.reduce((sum, ring) => sum + doubleArea(ring), 0) ?? 0;
  const around = rings.reduce((sum, ring) => sum + lengthOf(ring), 0);
  return area < around ? undefined : simple;
}

function lengthOf(ring: Ring): number {
  let length = 0;
  eachEdge(ring, (ax, ay, bx, by) => {
    length += Math.hypot(bx - ax, by - ay);
  });
  return length;
}

/** A longer edge, in units of 1e-7 degree, is divided, so that it is not cut more than once or twice: each cut rounds. */
const longest = 500_000;

/** An edge that goes less far north or south is straight on the map too, to a quarter of a step of the grid. */
const surelyStraight = 100_000;

/** How far a divided edge may be from the true one, in steps of the grid. */
const tolerance = 0.25;

/** The most pieces of one edge. */
const mostPieces = 4096;

const radiansPerUnit = Math.PI / 180 / 1e7;
const gridPerRadian = 2 ** 28 / (2 * Math.PI);

/**
 * A ring on the grid. Edges are straight in degrees (N8) but not on the map, so long ones are divided, at the same places
 * whichever way the ring runs.
 *
 * @param ring in units of 1e-7 degree, as parts are stored
 */
function gridRing(ring: Int32Array): Ring | undefined {
  return mapRing(divided(ring), gridX, gridY);
}

function divided(ring: Int32Array): Int32Array | Float64Array {
  let positions: number[] | undefined;
  let copied = 0;
  for (let at = 2; at < ring.length; at += 2) {
    const pieces = piecesOf(ring, at);
    if (pieces === 1) continue;
    positions ??= [];
    for (; copied < at; copied++) positions.push(ring[copied] as number);
    const [ax, ay] = [ring[at - 2] as number, ring[at - 1] as number];
    const [bx, by] = [ring[at] as number, ring[at + 1] as number];
    const isForward = ax < bx || (ax === bx && ay < by);
    const [fromX, fromY, toX, toY] = isForward ? [ax, ay, bx, by] : [bx, by, ax, ay];
    for (let piece = 1; piece < pieces; piece++) {
      const share = (isForward ? piece : pieces - piece) / pieces;
      positions.push(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share);
    }
  }
  if (positions === undefined) return ring;
  for (; copied < ring.length; copied++) positions.push(ring[copied] as number);
  return Float64Array.from(positions);
}

/** Into how many pieces the edge is divided that ends at position `at` of a closed ring. */
function piecesOf(ring: Int32Array, at: number): number {
  const [ay, by] = [ring[at - 1] as number, ring[at + 1] as number];
  const east = Math.abs((ring[at] as number) - (ring[at - 2] as number));
  const north = Math.abs(by - ay);
  const byLength = Math.ceil(Math.max(east, north) / longest);
  if (east === 0 || north < surelyStraight) return Math.max(1, byLength);
  // the second derivative of the map's y by latitude is sec · tan; a chord is off by an eighth of it times the length squared
  const latitude = Math.max(Math.abs(ay), Math.abs(by)) * radiansPerUnit;
  const bend = Math.abs(Math.tan(latitude) / Math.cos(latitude)) * (north * radiansPerUnit) ** 2 * gridPerRadian;
  return Math.min(mostPieces, Math.max(byLength, Math.ceil(Math.sqrt(bend / 8 / tolerance))));
}
