import { isRecord } from '#lib/map/is-record.ts';
import { type Label, type LabelKind, labelZooms } from '#lib/places/map-tile.ts';
import { towns } from '#lib/places/towns.ts';

/** A name that can be written on the map. */
export interface PlaceLabel {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: LabelKind | 'city';
  readonly isMaori: boolean;
}

/** A position on the screen, in pixels. */
interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The zoom of the tiles whose names are shown at a zoom of the map; undefined while the towns are enough. */
export function labelZoomAt(zoom: number): number | undefined {
  return labelZooms.findLast((tileZoom) => tileZoom <= zoom);
}

/** The known towns, the largest first. */
export const townLabels: readonly PlaceLabel[] = towns.map((town) => ({
  ...town,
  kind: town.fromZoom < 5.5 ? 'city' : 'town',
}));

/** Parses the body of a tile of names; empty if it is not valid. */
export function parseLabels(body: unknown): PlaceLabel[] {
  if (!isRecord(body) || !Array.isArray(body.labels)) return [];
  return body.labels.filter(isLabel).map(([name, latitude, longitude, kind, isMaori]) => ({
    name,
    latitude,
    longitude,
    kind,
    isMaori: isMaori === 1,
  }));
}

function isLabel(value: unknown): value is Label {
  return Array.isArray(value) && typeof value[0] === 'string' && [value[1], value[2]].every(Number.isFinite);
}

/** The size of a label is estimated: measuring hundreds of texts takes longer than drawing them. */
const pixelsPerLetter = 6.6;
const height = 26;
const gap = 24;

/** Names closer than this with the same letters are of one place. */
const sameDegrees = 0.1;

/**
 * The labels for which there is room: each takes its place unless it would touch one before it, so the important ones come
 * first. A name that is already on the map near there is left out.
 *
 * @param pixelOf where a label is on the screen
 */
export function chooseLabels(labels: Iterable<PlaceLabel>, pixelOf: (label: PlaceLabel) => Pixel): PlaceLabel[] {
  const chosen: { readonly label: PlaceLabel; readonly left: number; readonly right: number; readonly y: number }[] =
    [];
  for (const label of labels) {
    const { x, y } = pixelOf(label);
    const width = label.name.length * pixelsPerLetter + gap;
    const left = label.kind === 'city' || label.kind === 'town' ? x - 8 : x - width / 2;
    const right = left + width;
    const isTaken = chosen.some(
      (other) =>
        (left < other.right && right > other.left && Math.abs(y - other.y) < height) || isSamePlace(other.label, label),
    );
    if (!isTaken) chosen.push({ label, left, right, y });
  }
  return chosen.map(({ label }) => label);
}

/**
 * Labels with the parts of places after those places: `Karori` has the room before `Karori West`, whichever the list has
 * first.
 */
export function partsLast(labels: Iterable<PlaceLabel>): PlaceLabel[] {
  const all = [...labels];
  const names = new Set(all.map(({ name }) => plain(name)));
  const isPart = ({ name }: PlaceLabel) => {
    const whole = /^(.+) (?:north|south|east|west|central|heights|hill|bay|beach|valley|upper|lower)$/.exec(
      plain(name),
    );
    return whole !== null && names.has(whole[1] ?? '');
  };
  return [...all.filter((label) => !isPart(label)), ...all.filter(isPart)];
}

function isSamePlace(one: PlaceLabel, other: PlaceLabel): boolean {
  const isNear =
    Math.abs(one.latitude - other.latitude) < sameDegrees && Math.abs(one.longitude - other.longitude) < sameDegrees;
  return isNear && plain(one.name) === plain(other.name);
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

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
