import { provider } from '#db/broadband/schema.ts';
import { index, integer, sql, sqliteTable, text } from '#db/drizzle.ts';
import { outcomes } from '#lib/reports/outcome.ts';

/** A visitor's report that something is wrong at a point; `y` and `x` in units of 1e-7 degree, like other points. */
export const pointReport = sqliteTable(
  'point_report',
  {
    id: integer().primaryKey(),
    createdAt: integer('created_at').notNull(),
    y: integer().notNull(),
    x: integer().notNull(),
    what: text().notNull(),
    /** Null if none was given, or once it was deleted (`emailKeptDays`). */
    email: text(),
    /** The words that the page showed for the point, as the visitor's browser sent them. */
    shown: text().notNull(),
    /** The API's answer for the point when the report was received, as JSON, and the coverage version of that answer. */
    answer: text().notNull(),
    versionId: integer('version_id'),
    state: text({ enum: ['open', 'done'] })
      .notNull()
      .default('open'),
    note: text().notNull().default(''),
    handledBy: text('handled_by'),
    handledAt: integer('handled_at'),
    /** The hash of the token of the visitor's link; null for reports from before there were links. */
    linkHash: text('link_hash'),
  },
  (table) => [
    index('point_report_with_email').on(table.createdAt).where(sql`email IS NOT NULL`),
    index('point_report_by_state').on(table.state, table.createdAt),
  ],
);

/**
 * Who answers a report, and what: each provider of the reported answer, and staff (`provider_id` null) once they have
 * answered. `outcome` null: not answered yet. `delivery`: the coverage version that corrects it.
 */
export const reportAnswer = sqliteTable('report_answer', {
  id: integer().primaryKey(),
  reportId: integer('report_id')
    .notNull()
    .references(() => pointReport.id, { onDelete: 'cascade' }),
  providerId: integer('provider_id').references(() => provider.id, { onDelete: 'cascade' }),
  outcome: text({ enum: outcomes }),
  delivery: integer(),
  words: text().notNull().default(''),
  answeredBy: text('answered_by'),
  answeredAt: integer('answered_at'),
});
