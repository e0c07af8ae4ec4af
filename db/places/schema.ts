import { integer, sqliteTable, text } from '#db/drizzle.ts';
import { placeLists } from '#lib/places/place.ts';

/** The lists that the map searches; `number` is that of the list's file. */
export const placeList = sqliteTable('place_list', {
  list: text({ enum: placeLists }).primaryKey(),
  number: integer().notNull(),
  source: text().notNull(),
  sha256: text().notNull(),
  entries: integer().notNull(),
  importedAt: integer('imported_at').notNull(),
  isDemonstration: integer('is_demonstration', { mode: 'boolean' }).notNull().default(false),
});
