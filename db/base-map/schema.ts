import { integer, sqliteTable, text } from '#db/drizzle.ts';

/** The street map that staff imported: at most one row. `number` is that of its file. */
export const baseMap = sqliteTable('base_map', {
  number: integer().primaryKey({ autoIncrement: true }),
  source: text().notNull(),
  sha256: text().notNull(),
  bytes: integer().notNull(),
  attribution: text().notNull(),
  mostZoom: integer('most_zoom').notNull(),
  importedAt: integer('imported_at').notNull(),
});
