import { index, integer, sql, sqliteTable, text } from '#db/drizzle.ts';

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
  },
  (table) => [
    index('point_report_with_email').on(table.createdAt).where(sql`email IS NOT NULL`),
    index('point_report_by_state').on(table.state, table.createdAt),
  ],
);
