import { isRecord } from '#lib/map/is-record.ts';

/** A ring or a line, `[x0, y0, dx1, dy1, …]`, in whole steps, longitude first: each point after the first is the difference to the one before. */
type Packed = readonly number[];

/**
 * The outline of the land as it is stored, in steps of `1 / stepsPerDegree` degree; longitudes go on past 180°. Rings are
 * closed, so the last point, which equals the first, is left out.
 */
export interface PackedLand {
  readonly stepsPerDegree: number;
  readonly islands: readonly Packed[];
  /** The names of the squares that have a detailed form. */
  readonly squares?: readonly string[];
}

/** What a square of the detailed map contains: areas as rings, and lines. */
export const squareParts = ['land', 'lakes', 'islands', 'coast', 'rivers'] as const;
type SquarePart = (typeof squareParts)[number];

/** A square of the detailed map as it is stored, in steps of `1 / stepsPerDegree` degree. */
export type PackedSquare = Readonly<Record<SquarePart, readonly Packed[]>> & { readonly stepsPerDegree: number };

/** A line as Leaflet wants it: latitudes and longitudes. */
export type Line = [number, number][];

/** Unpacks the rings to `[latitude, longitude]`, Leaflet's order. */
export function unpackLand({ stepsPerDegree, islands }: PackedLand): Line[] {
  return islands.map((steps) => unpackLine(steps, stepsPerDegree));
}

/** Unpacks the rings and lines of a square. */
export function unpackSquare(square: PackedSquare): Readonly<Record<SquarePart, Line[]>> {
  const unpack = (part: SquarePart) => square[part].map((steps) => unpackLine(steps, square.stepsPerDegree));
  const [land, lakes, islands, coast, rivers] = squareParts.map(unpack) as [Line[], Line[], Line[], Line[], Line[]];
  return { land, lakes, islands, coast, rivers };
}

function unpackLine(steps: Packed, stepsPerDegree: number): Line {
  const line: Line = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0;
    y += steps[i + 1] ?? 0;
    line.push([y / stepsPerDegree, x / stepsPerDegree]);
  }
  return line;
}

/** Parses the outline from the server; undefined if it is not valid. */
export function parsePackedLand(value: unknown): PackedLand | undefined {
  if (!isRecord(value) || !isGrid(value.stepsPerDegree)) return undefined;
  const { stepsPerDegree, islands, squares = [] } = value;
  if (!isListOfLines(islands) || !Array.isArray(squares)) return undefined;
  return { stepsPerDegree, islands, squares: squares.filter((name) => typeof name === 'string') };
}

/** Parses a square from the server; undefined if it is not valid. */
export function parsePackedSquare(value: unknown): PackedSquare | undefined {
  if (!isRecord(value) || !isGrid(value.stepsPerDegree)) return undefined;
  const { stepsPerDegree, land, lakes, islands, coast, rivers } = value;
  if (![land, lakes, islands, coast, rivers].every(isListOfLines)) return undefined;
  return { stepsPerDegree, land, lakes, islands, coast, rivers } as PackedSquare;
}

function isGrid(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function isListOfLines(value: unknown): value is number[][] {
  return Array.isArray(value) && value.every(isNumberList);
}

function isNumberList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));
}

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
