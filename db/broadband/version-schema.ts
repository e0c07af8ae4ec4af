import { integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';
import { coverageVersion, provider } from '#db/schema.ts';
import type { Comparison } from '#flows/broadband/compare-versions.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { SurveyReport } from '#lib/broadband/import/survey.ts';

const ofVersion = () =>
  integer('version_id')
    .primaryKey()
    .references(() => coverageVersion.id, { onDelete: 'cascade' });

/** What the import of a version found in its file. */
export const coverageReport = sqliteTable('coverage_report', {
  versionId: ofVersion(),
  report: text({ mode: 'json' }).$type<SurveyReport>().notNull(),
  problems: text({ mode: 'json' }).$type<readonly SurveyProblem[]>().notNull(),
  reading: text({ mode: 'json' }).$type<FileReading>(),
});

/** What a version changes against its base; see `coverage-comparison.ts`. */
export const coverageComparison = sqliteTable('coverage_comparison', {
  versionId: ofVersion(),
  baseId: integer('base_id'),
  areas: text({ mode: 'json' }).$type<Comparison['areas']>().notNull(),
  changedCells: text('changed_cells', { mode: 'json' }).$type<Comparison['changedCells']>().notNull(),
  changedAnswers: text('changed_answers', { mode: 'json' }).$type<Comparison['changedAnswers']>().notNull(),
});

/** The delivery name that a provider's file layer was last given. */
export const coverageDelivery = sqliteTable(
  'coverage_delivery',
  {
    providerId: integer('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    layerName: text('layer_name').notNull(),
    delivery: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.layerName] })],
);

/** From which age on a layer is flagged. */
export const coveragePolicy = sqliteTable('coverage_policy', {
  id: integer().primaryKey(),
  flaggedAfterDays: integer('flagged_after_days').notNull(),
});
