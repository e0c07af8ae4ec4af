import Database from 'better-sqlite3';
import type { BestLook } from '#lib/tiles/best/best-set.ts';
import { makeBestTile } from '#lib/tiles/best/make-best-tile.ts';
import { makeTile, type TileOffer, type TileSource } from '#lib/tiles/make-tile.ts';
import type { Look } from '#lib/tiles/picture/picture.ts';
import { DRAWING_FORM } from '#lib/tiles/pieces/layer-pieces.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';

/** The result of making a tile. */
export type Making =
  | { readonly outcome: 'made'; readonly body: Uint8Array }
  | { readonly outcome: 'empty' }
  /** The version does not exist, or no longer. */
  | { readonly outcome: 'gone' }
  /** A layer of it is not drawn yet. */
  | { readonly outcome: 'undrawn' };

/** Makes tiles of the versions in a database, in a process of its own with little memory. */
export interface TileReader {
  make(versionId: number, look: Look | BestLook, address: TileAddress): Making;
  close(): void;
}

/**
 * Opens a reader of tiles. Its queries are written in SQL because loading Drizzle takes 200 MB of memory, twice the limit of
 * the process.
 */
export function openTileReader(databaseFile: string): TileReader {
  const sqlite = new Database(databaseFile, { readonly: true, fileMustExist: true, timeout: 5000 });
  const { version, layers, pieces, offer } = prepareQueries(sqlite);

  function sourceOf(layerIds: readonly number[]): TileSource {
    return {
      *pieces(level, from, to) {
        const columns = 2 ** level.cutZoom;
        for (const layerId of layerIds) {
          for (let row = from.row; row <= to.row; row++) {
            const found = pieces.all(layerId, level.id, row * columns + from.column, row * columns + to.column);
            for (const [tile, body] of found) yield { column: tile % columns, row, body };
          }
        }
      },
      requireOffer(id) {
        const found = offer.get(id);
        if (found === undefined) throw new Error(`A piece belongs to offer ${id}, which does not exist.`);
        return found;
      },
    };
  }

  function make(versionId: number, look: Look | BestLook, address: TileAddress): Making {
    if (version.get(versionId) === undefined) return { outcome: 'gone' };
    const looks = 'colour' in look ? [{ setId: address.setId, ...look }] : look.looks;
    const technologies = looks.map((own) => ({ look: own, layers: layers.all(versionId, own.setId) }));
    if (technologies.some((own) => own.layers.some(([, form]) => form !== DRAWING_FORM))) return { outcome: 'undrawn' };
    const sources = technologies.map((own) => ({ look: own.look, source: sourceOf(own.layers.map(([id]) => id)) }));
    const [only] = sources;
    const body = 'colour' in look ? only && makeTile(only.source, only.look, address) : makeBestTile(sources, address);
    return body === undefined ? { outcome: 'empty' } : { outcome: 'made', body };
  }

  return {
    // in one transaction, so that a version being deleted is seen completely or not at all
    make: sqlite.transaction(make),
    close: () => void sqlite.close(),
  };
}

function prepareQueries(sqlite: Database.Database) {
  const version = sqlite.prepare("SELECT id FROM coverage_version WHERE id = ? AND state = 'ready'");
  const layers = sqlite
    .prepare<[number, number], [id: number, form: number | null]>(
      `SELECT layer.id, drawing.form
         FROM coverage_version_layer AS own
         JOIN coverage_layer AS layer ON layer.id = own.layer_id
         JOIN technology ON technology.id = layer.technology_id
         LEFT JOIN coverage_drawing AS drawing ON drawing.layer_id = layer.id
        WHERE own.version_id = ? AND technology.set_id = ?
        ORDER BY layer.id`,
    )
    .raw();
  const pieces = sqlite
    .prepare<[number, number, number, number], [tile: number, body: Uint8Array]>(
      `SELECT tile, body FROM coverage_piece
        WHERE layer_id = ? AND level = ? AND tile BETWEEN ? AND ?
        ORDER BY tile, seq`,
    )
    .raw();
  const offer = sqlite.prepare<[number], TileOffer>(
    `SELECT availability, provider_name AS provider, bandwidth_max_mbps AS maxMbps FROM coverage_offer WHERE id = ?`,
  );
  return { version, layers, pieces, offer };
}
