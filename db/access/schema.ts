import { z } from 'zod';
import { type AnySQLiteColumn, integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';
import { storedJson } from '#db/stored-json.ts';
import type { KeyScope } from '#lib/access/keys/scopes.ts';

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
  /** Web origins that may use it; null: all. One that cannot be read may be used from none. */
  origins: storedJson<string[]>('api_key.origins', z.array(z.string()), () => ['unreadable'])(),
  /** What it may be used for; null: everything. One that cannot be read may be used for nothing. */
  scopes: storedJson<KeyScope[]>('api_key.scopes', z.array(z.string()), () => [])(),
  /** The key that was issued in its place. */
  replacedBy: integer('replaced_by').references((): AnySQLiteColumn => apiKey.id, { onDelete: 'set null' }),
});

/** When and from which network a key was last used. An unused key has no row. */
export const keyUse = sqliteTable('key_use', {
  keyId: integer('key_id')
    .primaryKey()
    .references(() => apiKey.id, { onDelete: 'cascade' }),
  lastUsedAt: integer('last_used_at').notNull(),
  lastNetwork: text('last_network').notNull(),
});

/** How much of a limit per day was used on a day (Pacific/Auckland, `YYYY-MM-DD`). */
export const dayUse = sqliteTable(
  'day_use',
  { day: text().notNull(), subject: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);
