import { desc, index, integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';

const usageApi = () => text({ enum: ['registry', 'broadband'] }).notNull();

/**
 * Requests per hour or day, which begins at `startsAt` (days of Pacific/Auckland). `accountId`: registrar or key, 0 for
 * unrecognised callers, -1 for this site's own map. `status` 0: the caller left before the answer.
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

/** The sums of `usageCount` over all accounts, kept by triggers. */
export const usageTotal = sqliteTable(
  'usage_total',
  {
    span: text({ enum: ['hour', 'day'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    api: usageApi(),
    status: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.span, table.startsAt, table.api, table.status] })],
);

/** The sums of the days of `usageCount` over a month, such as 202611, and all statuses; kept by triggers. */
export const usageMonth = sqliteTable(
  'usage_month',
  {
    month: integer().notNull(),
    api: usageApi(),
    accountId: integer('account_id').notNull(),
    count: integer().notNull(),
    /** Those with a status of 400 or above. */
    errors: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.api, table.accountId] }),
    index('usage_month_by_account').on(table.api, table.accountId, table.month, table.count, table.errors),
    index('usage_month_by_count').on(table.month, table.api, table.count),
  ],
);

/** How many responses of an hour or day are in a bucket of `lib/usage/latency.ts`. */
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

/** The columns of `usageCount` per quarter hour; kept 8 days. */
export const usageQuarter = sqliteTable(
  'usage_quarter',
  {
    startsAt: integer('starts_at').notNull(),
    api: usageApi(),
    accountId: integer('account_id').notNull(),
    status: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.startsAt, table.api, table.accountId, table.status] })],
);

/** How many responses to an account are in a bucket of `lib/usage/latency.ts`; quarter hours are kept 8 days. */
export const usageAccountLatency = sqliteTable(
  'usage_account_latency',
  {
    span: text({ enum: ['quarter', 'day'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    api: usageApi(),
    accountId: integer('account_id').notNull(),
    bucket: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.span, table.startsAt, table.api, table.accountId, table.bucket] })],
);

/** The addresses of the requests of a registrar or key on a day; an empty address counts all beyond the limit. */
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
  (table) => [
    primaryKey({ columns: [table.dayStartsAt, table.api, table.accountId, table.address] }),
    index('usage_caller_by_address').on(
      table.api,
      table.accountId,
      table.address,
      table.dayStartsAt,
      table.count,
      table.errors,
      table.lastAt,
    ),
  ],
);

/** Refused callers; an empty address counts unknown ones, all beyond the limit, and all older than 30 days. */
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
  (table) => [
    primaryKey({ columns: [table.hourStartsAt, table.address, table.api, table.reason] }),
    index('refused_caller_by_address').on(table.address, table.api, table.hourStartsAt, table.lastAt, table.count),
  ],
);

/** When each address of `refusedCaller` was refused last by an API; kept by triggers. */
export const refusedAddress = sqliteTable(
  'refused_address',
  {
    address: text().notNull(),
    api: usageApi(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.api] }),
    index('refused_address_by_last').on(desc(table.lastAt), table.address, table.api),
  ],
);

/** The sums of `usageCaller` over all days that it has, without those of the empty address; kept by triggers. */
export const usageAddress = sqliteTable(
  'usage_address',
  {
    api: usageApi(),
    accountId: integer('account_id').notNull(),
    address: text().notNull(),
    count: integer().notNull(),
    errors: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.api, table.accountId, table.address] })],
);
