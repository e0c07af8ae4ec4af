import { z } from 'zod';
import { blob, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from '#db/drizzle.ts';
import { storedJson } from '#db/stored-json.ts';
import type { ReachedOfArea } from '#lib/statistics/area-figures.ts';

/** Areas of which figures are made, such as the territorial authorities. */
export const areaSet = sqliteTable('area_set', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  /** In addresses. */
  slug: text().notNull().unique(),
  source: text().notNull(),
  sha256: text().notNull(),
  attribution: text().notNull(),
  importedAt: integer('imported_at').notNull(),
  /** Moves with each file. */
  revision: integer().notNull(),
});

const ofSet = () =>
  integer('set_id')
    .notNull()
    .references(() => areaSet.id, { onDelete: 'cascade' });

export const area = sqliteTable(
  'area',
  {
    setId: ofSet(),
    /** From 1: its number in the index that is measured. */
    number: integer().notNull(),
    name: text().notNull(),
    slug: text().notNull(),
    /** One after the other, see `writePart`. */
    parts: blob({ mode: 'buffer' }).notNull(),
    /** An SVG path, see `outlineOf`. */
    outline: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.setId, table.number] })],
);

/** A version that was measured for a set; it stays when the version is removed. */
export const areaMeasurement = sqliteTable(
  'area_measurement',
  {
    id: integer().primaryKey(),
    setId: ofSet(),
    versionId: integer('version_id').notNull(),
    publishedAt: integer('published_at').notNull(),
    measuredAt: integer('measured_at').notNull(),
    /** Of the set. */
    revision: integer().notNull(),
    /** The number of the list of addresses; null where none was loaded. */
    addressList: integer('address_list'),
  },
  (table) => [uniqueIndex('area_measurement_of_version').on(table.setId, table.versionId)],
);

const reached = storedJson<ReachedOfArea>('area_figure.reached', z.looseObject({}), () => ({}));

/** What of an area a version reaches; the area is kept by name, so that it stays when a set is replaced. */
export const areaFigure = sqliteTable(
  'area_figure',
  {
    measurementId: integer('measurement_id')
      .notNull()
      .references(() => areaMeasurement.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
    name: text().notNull(),
    squareMetres: real('square_metres').notNull(),
    addresses: integer(),
    reached: reached().notNull(),
  },
  (table) => [primaryKey({ columns: [table.measurementId, table.slug] })],
);
