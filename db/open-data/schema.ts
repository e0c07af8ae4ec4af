import { coverageVersion } from '#db/broadband/schema.ts';
import { integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';
import type { ExportFormat } from '#lib/broadband/export/exported-version.ts';
import type { LicenceId } from '#lib/open-data/licences.ts';

/** Under what coverage is offered for download; one row. */
export const openData = sqliteTable('open_data', {
  id: integer().primaryKey(),
  isOffered: integer('is_offered', { mode: 'boolean' }).notNull(),
  /** Its SPDX identifier; empty until one is chosen. */
  licence: text().notNull().$type<LicenceId | ''>(),
  attribution: text().notNull(),
});

/** A version whose files are complete. */
export const dataVersion = sqliteTable('data_version', {
  versionId: integer('version_id')
    .primaryKey()
    .references(() => coverageVersion.id, { onDelete: 'cascade' }),
  /** Of what files depend besides the version. */
  madeFor: text('made_for').notNull(),
  madeAt: integer('made_at').notNull(),
});

/** A file that is offered. Its bytes are beside the database, under their SHA-256. */
export const dataFile = sqliteTable(
  'data_file',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => dataVersion.versionId, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The order in which files are listed. */
    position: integer().notNull(),
    kind: text({ enum: ['whole', 'technology', 'provider', 'area'] }).notNull(),
    /** What the areas are called together; empty for other kinds. */
    set: text('area_set').notNull(),
    /** The technology, provider or area; empty for the whole. */
    part: text().notNull(),
    format: text().notNull().$type<ExportFormat>(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.name] })],
);
