import { integer, sqliteTable, text } from '#db/drizzle.ts';
import { provider } from '#db/schema.ts';

/** Another name of a provider; `folded_name` is what no two providers may share, names and aliases together. */
export const providerAlias = sqliteTable('provider_alias', {
  foldedName: text('folded_name').primaryKey(),
  name: text().notNull(),
  providerId: integer('provider_id')
    .notNull()
    .references(() => provider.id, { onDelete: 'cascade' }),
});
