import { z } from 'zod';
import { provider } from '#db/broadband/schema.ts';
import { blob, integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';
import { storedJson } from '#db/stored-json.ts';
import { roles } from '#lib/staff/role.ts';

/**
 * `password_hash` null: invited, without a password yet, or signs in with OpenID Connect. `totp_since` null: the secret is
 * still to be confirmed. `removed_at`: the row only stays for what the person uploaded and started; it is disabled too.
 */
export const staff = sqliteTable('staff', {
  id: integer().primaryKey(),
  email: text().notNull().unique(),
  passwordHash: text('password_hash'),
  totpSecret: blob('totp_secret', { mode: 'buffer' }),
  totpSince: integer('totp_since'),
  totpLastStep: integer('totp_last_step').notNull().default(0),
  disabledAt: integer('disabled_at'),
  createdAt: integer('created_at').notNull(),
  lastLoginAt: integer('last_login_at'),
  removedAt: integer('removed_at'),
  role: text({ enum: roles }).notNull().default('provider'),
  /** The provider that a person with the role `provider` belongs to. */
  providerId: integer('provider_id').references(() => provider.id, { onDelete: 'set null' }),
});

/** `staff_id` null: the link of the first administrator, whose email address is not known yet. */
export const staffLink = sqliteTable('staff_link', {
  tokenHash: text('token_hash').primaryKey(),
  staffId: integer('staff_id')
    .unique()
    .references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * `stage` is `password` while the second factor is still missing. `limit_key`: the address as limits count it (B5).
 * `is_openid`: begun by OpenID Connect. `is_two_factor`: the provider has checked two factors.
 */
export const staffSession = sqliteTable('staff_session', {
  id: integer().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  staffId: integer('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  stage: text({ enum: ['password', 'full'] }).notNull(),
  address: text(),
  limitKey: text('limit_key').notNull(),
  agent: text().notNull(),
  createdAt: integer('created_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  isOpenId: integer('is_openid', { mode: 'boolean' }).notNull().default(false),
  isTwoFactor: integer('is_two_factor', { mode: 'boolean' }).notNull().default(false),
});

/** Who signs in with which subject of an OpenID Connect issuer. `staff_id` null: the account was removed. */
export const staffIdentity = sqliteTable(
  'staff_identity',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    staffId: integer('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const staffRecoveryCode = sqliteTable(
  'staff_recovery_code',
  {
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.codeHash] })],
);

export const staffPasskey = sqliteTable('staff_passkey', {
  id: integer().primaryKey(),
  staffId: integer('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  credentialId: text('credential_id').notNull().unique(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
  counter: integer().notNull(),
  transports: storedJson<string[]>('passkey.transports', z.array(z.string()), () => [])().notNull(),
  label: text().notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
});

/** Answered challenges of passkeys, stored until they expire so that none is used twice. */
export const spentChallenge = sqliteTable('spent_challenge', {
  challengeHash: text('challenge_hash').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});

/** Failed sign-ins in a row: of an account (by the hash of the email address typed, known or not) or of a caller's address. */
export const failedAttempt = sqliteTable('failed_attempt', {
  subject: text().primaryKey(),
  failures: integer().notNull(),
  lastFailedAt: integer('last_failed_at').notNull(),
});

export const staffPolicy = sqliteTable('staff_policy', {
  id: integer().primaryKey(),
  secondFactorRequired: integer('second_factor_required', { mode: 'boolean' }).notNull(),
});
