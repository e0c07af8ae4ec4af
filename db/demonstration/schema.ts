import { primaryKey, sqliteTable, text } from '#db/drizzle.ts';

export const demonstration = sqliteTable(
  'demonstration',
  { kind: text().notNull(), reference: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.reference] })],
);
