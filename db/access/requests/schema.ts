import { z } from 'zod';
import { apiKey, registrar } from '#db/access/schema.ts';
import { integer, sqliteTable, text } from '#db/drizzle.ts';
import { storedJson } from '#db/stored-json.ts';
import type { KeyScope } from '#lib/access/keys/scopes.ts';
import { requestKinds, requestStates } from '#lib/access/requests.ts';

/** The terms that staff approved for a key. */
export interface ApprovedTerms {
  readonly label: string;
  readonly expiresAt: number | null;
  readonly perSecond: number | null;
  readonly perDay: number | null;
  readonly origins: string[] | null;
  readonly scopes: KeyScope[] | null;
}

/**
 * What a person asks for. `networks`: one a line. `reason`: why staff declined it, as it was mailed. `registrarId` and
 * `keyId`: what an approved one led to, while that exists.
 */
export const accessRequest = sqliteTable('access_request', {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text({ enum: requestKinds }).notNull(),
  state: text({ enum: requestStates }).notNull(),
  email: text().notNull(),
  name: text().notNull(),
  organisation: text().notNull(),
  purpose: text().notNull(),
  networks: text().notNull().default(''),
  createdAt: integer('created_at').notNull(),
  confirmedAt: integer('confirmed_at'),
  decidedAt: integer('decided_at'),
  decidedBy: text('decided_by'),
  reason: text().notNull().default(''),
  terms: storedJson<ApprovedTerms>('access_request.terms', z.looseObject({ label: z.string() }))(),
  registrarId: integer('registrar_id').references(() => registrar.id, { onDelete: 'set null' }),
  keyId: integer('key_id').references(() => apiKey.id, { onDelete: 'set null' }),
});

/** One-time links, by the SHA-256 of their token. A used one is kept for a while, because it counts. */
export const callerLink = sqliteTable('caller_link', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['confirm', 'claim', 'sign-in'] }).notNull(),
  email: text().notNull(),
  requestId: integer('request_id').references(() => accessRequest.id, { onDelete: 'cascade' }),
  isMailed: integer('is_mailed', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

export const callerSession = sqliteTable('caller_session', {
  tokenHash: text('token_hash').primaryKey(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/** The end of a key about which its user was mailed. */
export const keyEndNotice = sqliteTable('key_end_notice', {
  keyId: integer('key_id')
    .primaryKey()
    .references(() => apiKey.id, { onDelete: 'cascade' }),
  expiresAt: integer('expires_at').notNull(),
});
