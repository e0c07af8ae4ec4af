import { integer, sqliteTable, text } from '#db/drizzle.ts';

/** Every change, in order. Each row has the hash of the row before it; triggers refuse to change or remove rows. */
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
