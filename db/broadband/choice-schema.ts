import { integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';
import { provider } from '#db/schema.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';

/** How a provider's last files were read and what their columns and values mean, by the columns they had. */
export const coverageChoice = sqliteTable(
  'coverage_choice',
  {
    providerId: integer('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    /** The columns' names in alphabetical order, as a JSON list. */
    columns: text().notNull(),
    choices: text({ mode: 'json' }).$type<CoverageChoices>().notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.columns] })],
);
