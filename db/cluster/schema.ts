import { blob, integer, sqliteTable, text } from '#db/drizzle.ts';

/** Which entry of which cluster's log this file is at; its only row has the id 1, and it has none outside a cluster. */
export const clusterPosition = sqliteTable('cluster_position', {
  id: integer().primaryKey(),
  cluster: text().notNull(),
  sequence: integer().notNull(),
  hash: blob({ mode: 'buffer' }).notNull(),
});
