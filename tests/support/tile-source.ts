import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { gridX, gridY, levelOf, tileSide } from '#lib/tiles/grid.ts';
import type { TileOffer, TileSource } from '#lib/tiles/make-tile.ts';
import { LayerPieces, type Piece } from '#lib/tiles/pieces/layer-pieces.ts';
import { rectangle } from '#tests/models/sample-shapes.ts';

/** Stores pieces as the database does. */
export function sourceOf(
  areas: readonly { offer: TileOffer; parts: readonly (readonly Int32Array[])[] }[],
): TileSource {
  const layer = new LayerPieces();
  areas.forEach(({ parts }, offer) => {
    for (const rings of parts) layer.add(offer, rings);
  });
  const pieces: Piece[] = [...layer.take()];
  return {
    *pieces(level, from, to) {
      const columns = 2 ** level.cutZoom;
      for (const { level: id, tile, body } of pieces) {
        const [column, row] = [tile % columns, Math.floor(tile / columns)];
        const isNear = column >= from.column && column <= to.column && row >= from.row && row <= to.row;
        if (id === level.id && isNear) yield { column, row, body };
      }
    },
    requireOffer: (id) => areas[id]?.offer as TileOffer,
  };
}

/** A square from its south-west corner, in degrees. */
export function square(longitude: number, latitude: number, size: number): Int32Array {
  return rectangle(toUnitX(longitude), toUnitY(latitude), toUnitX(longitude + size), toUnitY(latitude + size));
}

/** The tile of a zoom at a place. */
export function tileAt(longitude: number, latitude: number, z: number) {
  const side = tileSide(levelOf(16), z);
  const column = Math.floor(gridX(toUnitX(longitude)) / side);
  return { z, x: (column + 2 ** (z - 1)) % 2 ** z, y: Math.floor(gridY(toUnitY(latitude)) / side) };
}
