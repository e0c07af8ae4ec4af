import { coverageLayer } from '#db/broadband/schema.ts';
import { blob, integer, primaryKey, sqliteTable } from '#db/drizzle.ts';

/** A part of a layer in one square of a level (`lib/tiles/pieces/layer-pieces.ts`); large layers have several of one square. */
export const coveragePiece = sqliteTable(
  'coverage_piece',
  {
    layerId: integer('layer_id').notNull(),
    level: integer().notNull(),
    tile: integer().notNull(),
    seq: integer().notNull(),
    body: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.layerId, table.level, table.tile, table.seq] })],
);

/**
 * A layer whose pieces are all stored, in this `form`. The box is in units of 1e-7 degree, null where nothing of the layer is
 * drawn.
 */
export const coverageDrawing = sqliteTable('coverage_drawing', {
  layerId: integer('layer_id')
    .primaryKey()
    .references(() => coverageLayer.id, { onDelete: 'cascade' }),
  form: integer().notNull(),
  minX: integer('min_x'),
  minY: integer('min_y'),
  maxX: integer('max_x'),
  maxY: integer('max_y'),
  bytes: integer().notNull(),
});
