import { integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';

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

/** Which row of the log changed a field of a record last; rows stay when the record is removed. */
export const lastChange = sqliteTable(
  'last_change',
  {
    record: text().notNull(),
    field: text().notNull(),
    auditId: integer('audit_id')
      .notNull()
      .references(() => auditEntry.id),
  },
  (table) => [primaryKey({ columns: [table.record, table.field] })],
);

/** Which rows of the log are about a record: every change of it, and of what belongs to it. */
export const auditRecord = sqliteTable(
  'audit_record',
  {
    record: text().notNull(),
    auditId: integer('audit_id')
      .notNull()
      .references(() => auditEntry.id),
  },
  (table) => [primaryKey({ columns: [table.record, table.auditId] })],
);
