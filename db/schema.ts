import type { Difference } from '#lib/registry/import/difference.ts';
import { listedStatuses } from '#lib/registry/status.ts';
import { blob, integer, primaryKey, real, sqliteTable, text } from './drizzle.ts';
import type { RunFault } from './registry/run.ts';

/**
 * The tables as questions see them; `migrations/` makes them (by hand: drizzle's kit knows neither WITHOUT ROWID nor
 * virtual tables) and a test holds the two together. Instants are epoch milliseconds except the register's
 * `registered` and `cancelled`, which are epoch seconds, the resolution of its dates.
 */

/** What each process may hold in memory, and the value that says whether it still holds the right one. */
export const generation = sqliteTable('generation', {
  subject: text({ enum: ['register', 'allowlist', 'keys', 'coverage', 'technologies', 'places'] }).primaryKey(),
  value: integer().notNull(),
  changedAt: integer('changed_at').notNull(),
});

/**
 * Every state a name has had. `registered` null: the name left the register. `free_at`: the release job's mark (R9).
 * `superseded`: a newer published state stands; it keeps the index of pending names small and decides nothing.
 */
export const domain = sqliteTable(
  'domain',
  {
    name: text().notNull(),
    revision: integer().notNull(),
    registered: integer(),
    cancelled: integer(),
    freeAt: integer('free_at'),
    superseded: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.name, table.revision] })],
);

/**
 * The names that a full snapshot lacked (`since_run`); they keep their status until the next one lacks them too.
 * `returned_run`: the change that has listed the name since.
 */
export const missingName = sqliteTable(
  'missing_name',
  { name: text().notNull(), sinceRun: integer('since_run').notNull(), returnedRun: integer('returned_run') },
  (table) => [primaryKey({ columns: [table.sinceRun, table.name] })],
);

export const listedName = sqliteTable('listed_name', {
  name: text().primaryKey(),
  status: text({ enum: listedStatuses }).notNull(),
  reason: text().notNull().default(''),
});

/**
 * Every change of the register by a file, or by taking the last one back (`undoes`). `difference`: the first names of
 * each kind of change; `fault`: why it failed.
 */
export const registerRun = sqliteTable('register_run', {
  id: integer().primaryKey(),
  kind: text({ enum: ['merge', 'replace', 'undo'] }).notNull(),
  state: text({ enum: ['staging', 'published', 'failed', 'undone'] }).notNull(),
  revision: integer().notNull(),
  baseRevision: integer('base_revision').notNull(),
  source: text().notNull(),
  sha256: text(),
  who: text().notNull().default(''),
  undoes: integer(),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at'),
  elapsedMs: integer('elapsed_ms'),
  holder: text().notNull(),
  heartbeatAt: integer('heartbeat_at').notNull(),
  counts: text({ mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
  difference: text({ mode: 'json' }).$type<Difference>(),
  fault: text({ mode: 'json' }).$type<RunFault>(),
});

/** `who` '': the daily job itself. */
export const releaseRun = sqliteTable('release_run', {
  scheduleDate: integer('schedule_date').primaryKey(),
  kind: text({ enum: ['scheduled', 'catch-up', 'command'] }).notNull(),
  ranAt: integer('ran_at').notNull(),
  freeAt: integer('free_at').notNull(),
  released: integer().notNull(),
  revision: integer().notNull(),
  elapsedMs: integer('elapsed_ms'),
  who: text().notNull().default(''),
});

export const registrar = sqliteTable('registrar', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull().unique(),
  contactEmail: text('contact_email').notNull().default(''),
  note: text().notNull().default(''),
  perSecond: integer('per_second'),
  enabled: integer({ mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
});

export const allowedNetwork = sqliteTable('allowed_network', {
  id: integer().primaryKey(),
  registrarId: integer('registrar_id')
    .notNull()
    .references(() => registrar.id, { onDelete: 'cascade' }),
  network: text().notNull().unique(),
  note: text().notNull().default(''),
  validFrom: integer('valid_from'),
  validUntil: integer('valid_until'),
  createdAt: integer('created_at').notNull(),
});

export const apiUser = sqliteTable('api_user', {
  id: integer().primaryKey({ autoIncrement: true }),
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  organisation: text().notNull().default(''),
  note: text().notNull().default(''),
  createdAt: integer('created_at').notNull(),
});

export const apiKey = sqliteTable('api_key', {
  id: integer().primaryKey({ autoIncrement: true }),
  userId: integer('user_id')
    .notNull()
    .references(() => apiUser.id, { onDelete: 'cascade' }),
  hash: text().notNull().unique(),
  prefix: text().notNull(),
  label: text().notNull().default(''),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  revokedAt: integer('revoked_at'),
  perSecond: integer('per_second'),
  perDay: integer('per_day'),
  origins: text({ mode: 'json' }).$type<string[]>(),
});

/** What was used of a limit that lasts a day (Pacific/Auckland, `YYYY-MM-DD`). */
export const dayUse = sqliteTable(
  'day_use',
  { day: text().notNull(), subject: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);

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

/** `pending_version_id`: the version being made that brings this provider; it is known only once that is ready. */
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
});

/** One delivery of one provider for one technology. Its content never changes; versions share it. */
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
  /** The day that the provider's data stand for, `YYYY-MM-DD`; null when nobody told. */
  asOf: text('as_of'),
});

/** What is offered over some areas; features equal in all fields are one offer (N6). */
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
 * A set of layers. Its number is never used twice: caches and links outside know it. `index_bytes` null: it has no cell
 * index, or not all of it. `source`, `sha256` and `bytes` are of the file it was imported from, null for others.
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

/** One leaf of a version's cell index; `id` is version × 2^36 + the leaf's key. */
export const coverageCell = sqliteTable('coverage_cell', {
  id: integer().primaryKey(),
  body: blob({ mode: 'buffer' }).notNull(),
});

/** Every change of what is published, in order: a rollback undoes the last publish that is not undone yet. */
export const coveragePublication = sqliteTable('coverage_publication', {
  id: integer().primaryKey(),
  kind: text({ enum: ['publish', 'rollback'] }).notNull(),
  versionId: integer('version_id').notNull(),
  replacedId: integer('replaced_id'),
  at: integer().notNull(),
});

export const demonstration = sqliteTable(
  'demonstration',
  { kind: text().notNull(), reference: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.reference] })],
);

/** Every change, in order. Each row holds the hash of the one before; triggers refuse to change or remove any. */
export const auditEntry = sqliteTable('audit_entry', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  who: text().notNull(),
  address: text(),
  action: text().notNull(),
  subject: text().notNull(),
  before: text(),
  after: text(),
  previousHash: text('previous_hash').notNull(),
  hash: text().notNull(),
});

/** When and from which network a key was last used; a key that never was has no row. */
export const keyUse = sqliteTable('key_use', {
  keyId: integer('key_id')
    .primaryKey()
    .references(() => apiKey.id, { onDelete: 'cascade' }),
  lastUsedAt: integer('last_used_at').notNull(),
  lastNetwork: text('last_network').notNull(),
});

const usageApi = () => text({ enum: ['registry', 'broadband'] }).notNull();

/**
 * Requests per hour or day (`starts_at`: its start, days of Pacific/Auckland). `account_id`: registrar or key, 0 for
 * nobody recognised, -1 for this site's own map. `status` 0: the caller left before the answer.
 */
export const usageCount = sqliteTable(
  'usage_count',
  {
    span: text({ enum: ['hour', 'day'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    api: usageApi(),
    accountId: integer('account_id').notNull(),
    status: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.span, table.startsAt, table.api, table.accountId, table.status] })],
);

/** How many answers of an hour or day fell into a bucket of `lib/usage/latency.ts`. */
export const usageLatency = sqliteTable(
  'usage_latency',
  {
    span: text({ enum: ['hour', 'day'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    api: usageApi(),
    bucket: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.span, table.startsAt, table.api, table.bucket] })],
);

/** From which addresses a registrar or key asked on a day; the address '' stands for all beyond a bound. */
export const usageCaller = sqliteTable(
  'usage_caller',
  {
    dayStartsAt: integer('day_starts_at').notNull(),
    api: usageApi(),
    accountId: integer('account_id').notNull(),
    address: text().notNull(),
    count: integer().notNull(),
    errors: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dayStartsAt, table.api, table.accountId, table.address] })],
);

/** Who was not let in; the address '' stands for unknown callers, all beyond a bound, and all older than 30 days. */
export const refusedCaller = sqliteTable(
  'refused_caller',
  {
    hourStartsAt: integer('hour_starts_at').notNull(),
    address: text().notNull(),
    api: usageApi(),
    reason: text({ enum: ['not allowed', 'no valid key', 'proxy in front', 'address unknown'] }).notNull(),
    count: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hourStartsAt, table.address, table.api, table.reason] })],
);
