'use client';

import { type Coords, type DoneCallback, GridLayer, type Point, point } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { panes } from '#components/map/layers/panes.ts';
import { loadAddresses } from './address-tiles.ts';
import { drawAddresses } from './draw-addresses.ts';

/** The finest tiles there are; closer up each fills more pixels. Those of 15 have only points, those of 16 also numbers and streets. */
const finest = 16;
const zooms = { minZoom: 15, maxZoom: 22 };
const usualSide = 256;

/** A dot for each address from zoom 15, the names of streets from 16, and the numbers of houses from 17. */
export function AddressDots() {
  const map = useMap();
  useEffect(() => {
    const pane = map.getPane('addresses') ?? map.createPane('addresses');
    Object.assign(pane.style, { zIndex: String(panes.addresses), pointerEvents: 'none' });
    const layer = new AddressLayer({ ...zooms, pane: 'addresses' });
    map.addLayer(layer);
    const isDark = window.matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => layer.redraw();
    isDark.addEventListener('change', redraw);
    return () => {
      isDark.removeEventListener('change', redraw);
      layer.remove();
    };
  }, [map]);
  return null;
}

class AddressLayer extends GridLayer {
  /** Leaflet's own: the zoom of its tiles. */
  declare protected _tileZoom: number | undefined;

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
        drawAddresses(pen, tile, { zoom: z, x, y, side: size.x });
      }
      done(undefined, canvas);
    });
    return canvas;
  }
}
