import { index, integer, sql, sqliteTable, text } from '#db/drizzle.ts';

/** What a visitor says is wrong at a point; `y` and `x` in units of 1e-7 degree, as points are held. */
export const pointReport = sqliteTable(
  'point_report',
  {
    id: integer().primaryKey(),
    createdAt: integer('created_at').notNull(),
    y: integer().notNull(),
    x: integer().notNull(),
    what: text().notNull(),
    /** Null when none was given, and 90 days later. */
    email: text(),
    /** What the page said of the point, in its own words: as the visitor's browser tells it. */
    shown: text().notNull(),
    /** What the API answered for the point when the report came, as JSON; and the version of the coverage it came from. */
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
