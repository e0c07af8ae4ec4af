'use client';

import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type GridLayerOptions,
  type Map as LeafletMap,
  type Point,
  point,
  type TileEvent,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { panes } from '#components/map/layers/panes.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { type Pixel, shortStreet, streetLine } from '#lib/map/layers/address-tile.ts';
import { type Box, boxAround, placeStreetName } from '#lib/map/layers/street-name.ts';
import type { AddressTile } from '#lib/places/map-tile.ts';
import { loadAddresses } from './address-tiles.ts';

/** The finest tiles there are; closer up each fills more pixels. Those of 15 have only points, those of 16 also numbers and streets. */
const finest = 16;
const zooms = { minZoom: 15, maxZoom: 22 };
const usualSide = 256;

/** The points with a pin, as far as they are chosen. */
export type Pins = readonly (MapPoint | undefined)[];

interface AddressDotsProps {
  /** What no name of a street is written below. */
  readonly pins: Pins;
  /** Whether the names of streets are written too. */
  readonly hasStreetNames?: boolean;
}

/** A dot for each address from zoom 15, the names of streets from 16, and the numbers of houses from 17. */
export function AddressDots({ pins, hasStreetNames = true }: AddressDotsProps) {
  const map = useMap();
  const shown = useRef<AddressLayer>(null);
  useEffect(() => {
    const pane = map.getPane('addresses') ?? map.createPane('addresses');
    Object.assign(pane.style, { zIndex: String(panes.addresses), pointerEvents: 'none' });
    const layer = new AddressLayer({ ...zooms, pane: 'addresses' }, hasStreetNames);
    map.addLayer(layer);
    shown.current = layer;
    const isDark = window.matchMedia('(prefers-color-scheme: dark)');
    const drawAgain = () => layer.drawAgain();
    isDark.addEventListener('change', drawAgain);
    return () => {
      isDark.removeEventListener('change', drawAgain);
      layer.remove();
    };
  }, [map, hasStreetNames]);
  useEffect(() => shown.current?.setPins(pins), [pins]);
  return null;
}

class AddressLayer extends GridLayer {
  /** Leaflet's own: the zoom of its tiles. */
  declare protected _tileZoom: number | undefined;
  readonly #hasStreetNames: boolean;
  #pins: Pins = [];
  /** Draws each tile of the map again. */
  readonly #drawings = new Map<HTMLElement, () => void>();

  constructor(options: GridLayerOptions, hasStreetNames: boolean) {
    super(options);
    this.#hasStreetNames = hasStreetNames;
  }

  override onAdd(map: LeafletMap): this {
    this.on('tileunload', ({ tile }: TileEvent) => this.#drawings.delete(tile));
    return super.onAdd(map);
  }

  setPins(pins: Pins): void {
    if (pins.every((pin, at) => pin === this.#pins[at])) return;
    this.#pins = pins;
    this.drawAgain();
  }

  /** Draws what was loaded; Leaflet's `redraw` would ask for tiles of a fraction of a zoom. */
  drawAgain(): void {
    for (const draw of this.#drawings.values()) draw();
  }

  override getTileSize(): Point {
    const side = usualSide * 2 ** Math.max(0, (this._tileZoom ?? 0) - finest);
    return point(side, side);
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const size = this.getTileSize();
    const density = Math.min(2, window.devicePixelRatio);
    canvas.width = size.x * density;
    canvas.height = size.y * density;
    const { x, y } = coords;
    const z = Math.min(finest, coords.z);
    void loadAddresses(z, x, y).then((tile) => {
      const pen = canvas.getContext('2d');
      if (tile !== undefined && pen !== null) {
        pen.scale(density, density);
        const draw = () => {
          pen.clearRect(0, 0, size.x, size.y);
          drawAddresses(pen, tile, this.#pins, { zoom: z, x, y, side: size.x }, this.#hasStreetNames);
        };
        draw();
        this.#drawings.set(canvas, draw);
      }
      done(undefined, canvas);
    });
    return canvas;
  }
}

/** The tile to draw on: its number, and its side in pixels. */
interface Square {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** From these sides on, in pixels, a tile of zoom 16 has room for numbers: the map is at zoom 17. */
const sideForNumbers = 512;
const dotRadius = 2.5;
/** Half the height of a number. */
const numberReach = 5;
const letters = { street: '500 11px', number: '10px' };
/** Houses of one number, such as flats, are written once if they are closer than this. */
const numberGap = 14;

/** Draws a dot for each address and, if the tile has them, names of streets and numbers of houses. */
function drawAddresses(
  pen: CanvasRenderingContext2D,
  tile: AddressTile,
  pins: Pins,
  square: Square,
  hasStreetNames: boolean,
): void {
  const style = getComputedStyle(document.documentElement);
  const colours = { ink: style.getPropertyValue('--color-ink'), land: style.getPropertyValue('--color-land') };
  const dot = style.getPropertyValue('--color-accent');
  const font = style.getPropertyValue('--font-family') || 'sans-serif';
  const places = tile.addresses.map(([latitude, longitude]) => pixelOf(latitude, longitude, square));
  pen.fillStyle = dot;
  for (const { x, y } of places) {
    pen.beginPath();
    pen.arc(x, y, dotRadius, 0, 2 * Math.PI);
    pen.fill();
  }
  if (tile.streets.length === 0) return;
  pen.strokeStyle = colours.land;
  pen.fillStyle = colours.ink;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.textBaseline = 'middle';
  const taken = pins.flatMap((pin) => (pin ? [pinBox(pixelOf(pin.latitude, pin.longitude, square))] : []));
  if (square.side >= sideForNumbers) {
    pen.font = `${letters.number} ${font}`;
    taken.push(...writeNumbers(pen, tile, places, square.side));
  }
  if (!hasStreetNames) return;
  pen.font = `${letters.street} ${font}`;
  writeStreets(pen, tile, places, square.side, taken);
}

/** What a pin with its tip at a place covers. */
const pinBox = ({ x, y }: Pixel): Box => ({ left: x - 15, right: x + 15, top: y - 39, bottom: y + 1 });

/** @returns what the numbers cover */
function writeNumbers(pen: CanvasRenderingContext2D, tile: AddressTile, places: readonly Pixel[], side: number): Box[] {
  const written: Pixel[] = [];
  const covered: Box[] = [];
  tile.addresses.forEach(([, , number = ''], at) => {
    const { x, y } = places[at] ?? { x: 0, y: 0 };
    if (written.some((other) => Math.abs(other.x - x) < numberGap && Math.abs(other.y - y) < numberGap)) return;
    written.push({ x, y });
    const width = pen.measureText(number).width;
    // what would cross the edge of the tile is written on the other side of its dot
    const left = x + width + 6 > side ? x - width - 5 : x + 5;
    write(pen, number, left, y);
    covered.push({ left, right: left + width, top: y - numberReach, bottom: y + numberReach });
  });
  return covered;
}

/** @param taken what no name may cover; dots it may, where there is no other room */
function writeStreets(
  pen: CanvasRenderingContext2D,
  tile: AddressTile,
  places: readonly Pixel[],
  side: number,
  taken: Box[],
): void {
  const dots = places.map((place) => boxAround(place, dotRadius));
  tile.streets.forEach((street, index) => {
    const houses = places.filter((_, at) => tile.addresses[at]?.[3] === index);
    if (houses.length < 3) return;
    const name = shortStreet(street);
    const line = streetLine(houses);
    const width = pen.measureText(name).width;
    if (line.length < width * 0.6) return;
    const place = placeStreetName(line, width, side, [...taken, ...dots]) ?? placeStreetName(line, width, side, taken);
    if (place === undefined) return;
    taken.push(...place.boxes);
    pen.save();
    pen.translate(place.x, place.y);
    pen.rotate(place.angle);
    write(pen, name, -width / 2, 0);
    pen.restore();
  });
}

/** Writes a text over a border in the colour of the land. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

/** Where a point is in its tile, in pixels. */
function pixelOf(latitude: number, longitude: number, { zoom, x, y, side }: Square): Pixel {
  const tiles = 2 ** zoom;
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  return { x: ((longitude / 360 + 0.5) * tiles - x) * side, y: ((0.5 - north) * tiles - y) * side };
}
