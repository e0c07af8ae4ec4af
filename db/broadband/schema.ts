import { z } from 'zod';
import { blob, integer, primaryKey, real, sqliteTable, text } from '#db/drizzle.ts';
import { storedJson } from '#db/stored-json.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { SurveyReport } from '#lib/broadband/import/survey.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';

export const technology = sqliteTable('technology', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  setId: integer('set_id').notNull().unique(),
  nominalMaxMbps: real('nominal_max_mbps').notNull(),
  position: integer().notNull(),
  retiredAt: integer('retired_at'),
  /** `#rrggbb`; null: the default of its `set_id`. */
  colour: text(),
});

/** `pending_version_id`: the unfinished version that brings this provider, which becomes known once that is ready. */
export const provider = sqliteTable('provider', {
  id: integer().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull().unique(),
  url: text().notNull().default(''),
  wholesaleNetwork: text('wholesale_network', { enum: ['Yes', 'No', 'Both'] })
    .notNull()
    .default('No'),
  createdAt: integer('created_at').notNull(),
  pendingVersionId: integer('pending_version_id'),
  retiredAt: integer('retired_at'),
  /** The technologies that its people may deliver, by number; null for all. One that cannot be read is for none. */
  delivers: storedJson<readonly number[]>('provider.delivers', z.array(z.number()), () => [])(),
});

/** Another name of a provider. No two providers share a `folded_name`, among names and aliases together. */
export const providerAlias = sqliteTable('provider_alias', {
  foldedName: text('folded_name').primaryKey(),
  name: text().notNull(),
  providerId: integer('provider_id')
    .notNull()
    .references(() => provider.id, { onDelete: 'cascade' }),
});

/** The speeds in Mbps that offers of a provider and technology get where a file gives none (N18); null for no default. */
export const defaultSpeed = sqliteTable(
  'default_speed',
  {
    providerId: integer('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    technologyId: integer('technology_id')
      .notNull()
      .references(() => technology.id),
    bandwidth_min_mbps: real(),
    bandwidth_max_mbps: real(),
    bandwidth_up_min_mbps: real(),
    bandwidth_up_max_mbps: real(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.technologyId] })],
);

/** One delivery of one provider for one technology. Its content never changes, and versions share it. */
export const coverageLayer = sqliteTable('coverage_layer', {
  id: integer().primaryKey(),
  technologyId: integer('technology_id')
    .notNull()
    .references(() => technology.id),
  providerId: integer('provider_id')
    .notNull()
    .references(() => provider.id),
  delivery: text().notNull(),
  source: text().notNull(),
  sha256: text().notNull(),
  bytes: integer().notNull(),
  vertices: integer().notNull(),
  parts: integer().notNull(),
  createdAt: integer('created_at').notNull(),
  /** The date of the provider's data, `YYYY-MM-DD`; null when none was given. */
  asOf: text('as_of'),
});

/** What is offered in some areas; features that are equal in all fields are one offer (N6). */
export const coverageOffer = sqliteTable('coverage_offer', {
  id: integer().primaryKey(),
  layerId: integer('layer_id')
    .notNull()
    .references(() => coverageLayer.id, { onDelete: 'cascade' }),
  availability: text({ enum: ['Available', 'Underway', 'Planned', 'Not Available'] }).notNull(),
  completion: text(),
  providerName: text('provider_name').notNull(),
  wholesaleNetwork: text('wholesale_network', { enum: ['Yes', 'No', 'Both'] }).notNull(),
  url: text().notNull(),
  minDownloadMbps: real('bandwidth_min_mbps').notNull(),
  maxDownloadMbps: real('bandwidth_max_mbps').notNull(),
  minUploadMbps: real('bandwidth_up_min_mbps').notNull(),
  maxUploadMbps: real('bandwidth_up_max_mbps').notNull(),
  timingId: integer('timing_id').notNull(),
});

/** One polygon of an offer's area: its rings as `lib/broadband/coverage/part-codec.ts` writes them. */
export const coveragePart = sqliteTable('coverage_part', {
  id: integer().primaryKey(),
  offerId: integer('offer_id').notNull(),
  rings: blob({ mode: 'buffer' }).notNull(),
});

/**
 * A set of layers. Its number is never reused, because caches and links refer to it. `index_bytes` is null without a complete
 * cell index. `source`, `sha256` and `bytes` describe the imported file; they are null for other versions.
 */
export const coverageVersion = sqliteTable('coverage_version', {
  id: integer().primaryKey({ autoIncrement: true }),
  baseId: integer('base_id'),
  state: text({ enum: ['building', 'ready'] }).notNull(),
  note: text().notNull().default(''),
  createdAt: integer('created_at').notNull(),
  heartbeatAt: integer('heartbeat_at').notNull(),
  publishedAt: integer('published_at'),
  indexBytes: integer('index_bytes'),
  madeBy: text('made_by').notNull().default(''),
  source: text(),
  sha256: text(),
  bytes: integer(),
  /** The provider whose person delivered it; null for versions of staff. */
  providerId: integer('provider_id').references(() => provider.id, { onDelete: 'set null' }),
  /** Why its index is kept, for answers as of its time; `no`: staff do not want the one of a year. */
  kept: text({ enum: ['staff', 'year', 'no'] }),
});

export const coverageVersionLayer = sqliteTable(
  'coverage_version_layer',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => coverageVersion.id, { onDelete: 'cascade' }),
    layerId: integer('layer_id')
      .notNull()
      .references(() => coverageLayer.id),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.layerId] })],
);

/**
 * A block of leaves of the cell index (see `lib/broadband/coverage/blocks.ts`), which versions share. `id`: the version that made
 * it × 2^36 + the key of its first leaf, or the next number that is free. `checksum`: see `blocks/cell-blocks.ts`.
 */
export const coverageCell = sqliteTable('coverage_cell', {
  id: integer().primaryKey(),
  body: blob({ mode: 'buffer' }).notNull(),
  checksum: integer().notNull(),
});

/**
 * A complete index: the list of its blocks (see `lib/broadband/coverage/directory.ts`), and what that and the offers are
 * checked against.
 */
export const coverageSeal = sqliteTable('coverage_seal', {
  versionId: integer('version_id')
    .primaryKey()
    .references(() => coverageVersion.id, { onDelete: 'cascade' }),
  checksum: integer().notNull(),
  directory: blob({ mode: 'buffer' }).notNull(),
  directoryChecksum: integer('directory_checksum').notNull(),
});

/** The checksum of the technologies in use. */
export const technologySeal = sqliteTable('technology_seal', {
  id: integer().primaryKey(),
  checksum: integer().notNull(),
});

/** Every change of the published version, in order. A rollback undoes the last publish that is not undone yet. */
export const coveragePublication = sqliteTable('coverage_publication', {
  id: integer().primaryKey(),
  kind: text({ enum: ['publish', 'rollback'] }).notNull(),
  versionId: integer('version_id').notNull(),
  replacedId: integer('replaced_id'),
  at: integer().notNull(),
});

const ofVersion = () =>
  integer('version_id')
    .primaryKey()
    .references(() => coverageVersion.id, { onDelete: 'cascade' });

/** Rows of figures. */
const rows = z.array(z.unknown());

/** What the import of a version found in its file. */
export const coverageReport = sqliteTable('coverage_report', {
  versionId: ofVersion(),
  report: storedJson<SurveyReport>('coverage_report.report', z.looseObject({}))().notNull(),
  problems: storedJson<readonly SurveyProblem[]>('coverage_report.problems', z.array(z.looseObject({})))().notNull(),
  reading: storedJson<FileReading | null>('coverage_report.reading', z.looseObject({}), () => null)(),
});

/** What a version changes against its base. */
export const coverageComparison = sqliteTable('coverage_comparison', {
  versionId: ofVersion(),
  baseId: integer('base_id'),
  areas: storedJson<Comparison['areas']>('coverage_comparison.areas', rows, () => [])().notNull(),
  changedCells: storedJson<Comparison['changedCells']>('coverage_comparison.changed_cells', rows, () => [])(
    'changed_cells',
  ).notNull(),
  changedAnswers: storedJson<Comparison['changedAnswers']>('coverage_comparison.changed_answers', rows, () => [])(
    'changed_answers',
  ).notNull(),
  totals: storedJson<Comparison['totals']>('coverage_comparison.totals', rows, () => null)(),
});

/** The technologies of which a version takes away so much that it must be confirmed, until its comparison is stored. */
export const coverageLoss = sqliteTable('coverage_loss', {
  versionId: ofVersion(),
  // without them nobody would confirm what a version takes away: they are refused
  losses: storedJson<readonly LargeLoss[]>('coverage_loss.losses', rows)().notNull(),
});

/** What is offered in each square of an index; see `areaBlocks`. A version has none until they are made after its index. */
export const coverageAreaBlock = sqliteTable(
  'coverage_area_block',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => coverageVersion.id, { onDelete: 'cascade' }),
    key: integer().notNull(),
    body: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.key] })],
);

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

/** Every import of a file with layers of a provider; a row stays when its version is deleted. */
export const providerDelivery = sqliteTable(
  'provider_delivery',
  {
    providerId: integer('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    versionId: integer('version_id').notNull(),
    deliveredAt: integer('delivered_at').notNull(),
    /** Whether the provider's people delivered it; otherwise staff did. */
    isOwn: integer('is_own', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.versionId] })],
);

/** The age after which layers are flagged as old. */
export const coveragePolicy = sqliteTable('coverage_policy', {
  id: integer().primaryKey(),
  flaggedAfterDays: integer('flagged_after_days').notNull(),
});

/** How a provider's last files were read, and what their columns and values mean, by their columns. */
export const coverageChoice = sqliteTable(
  'coverage_choice',
  {
    providerId: integer('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    /** The columns' names in alphabetical order, as a JSON list. */
    columns: text().notNull(),
    choices: storedJson<CoverageChoices>(
      'coverage_choice.choices',
      z.looseObject({}),
      () => ({}) as CoverageChoices,
    )().notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.columns] })],
);
