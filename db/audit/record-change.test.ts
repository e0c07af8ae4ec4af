import { expect, test } from 'vitest';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { recordChange } from './record-change.ts';

const actor = { who: 'ana@watea.example', address: '192.0.2.7' };

function logged(rows: number) {
  const database = freshDatabase();
  for (let at = 1; at <= rows; at++) {
    const change = { actor, action: 'network.add', subject: `network ${at}`, before: null, after: { at } } as const;
    recordChange(database.writer.db, change, at);
  }
  return database;
}

test('a recorded change is a row of the log, with the values before and after as canonical JSON', () => {
  const { writer } = freshDatabase();
  const change = {
    actor,
    action: 'key.change',
    subject: 'key Ab12cd',
    before: { b: 1, a: 2 },
    after: undefined,
  } as const;
  recordChange(writer.db, change, 7);
  expect(writer.sqlite.prepare('SELECT * FROM audit_entry').get()).toEqual({
    id: 1,
    at: 7,
    who: 'ana@watea.example',
    address: '192.0.2.7',
    action: 'key.change',
    subject: 'key Ab12cd',
    before: '{"a":2,"b":1}',
    after: null,
    previous_hash: '',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('a change that is rolled back leaves no row and no gap', () => {
  const { writer } = logged(2);
  const change = { actor, action: 'network.add', subject: 'never', before: null, after: null } as const;
  expect(() =>
    writer.db.transaction((tx) => {
      recordChange(tx, change, 3);
      throw new Error('refused');
    }),
  ).toThrow('refused');
  recordChange(writer.db, change, 4);
  expect(checkAuditLog(writer)).toEqual({ rows: 3 });
});

test.each([
  ['changed', "UPDATE audit_entry SET who = 'mallory' WHERE id = 2"],
  ['removed', 'DELETE FROM audit_entry WHERE id = 2'],
  ['replaced', 'INSERT OR REPLACE INTO audit_entry SELECT * FROM audit_entry WHERE id = 2'],
  ['inserted in between', "INSERT INTO audit_entry VALUES (-1, 1, 'mallory', NULL, 'a', 's', NULL, NULL, '', 'h')"],
  [
    'added without the previous hash',
    "INSERT INTO audit_entry VALUES (4, 1, 'm', NULL, 'a', 's', NULL, NULL, 'x', 'h')",
  ],
])('the database refuses a row that is %s', (_what, statement) => {
  const { writer } = logged(3);
  expect(() => writer.sqlite.exec(statement)).toThrow('The audit log is append-only');
  expect(checkAuditLog(writer)).toEqual({ rows: 3 });
});

test('rows removed from the end around the triggers are detected, and so is a missing trigger', () => {
  const { writer } = logged(3);
  writer.sqlite.exec('DROP TRIGGER audit_entry_is_not_removed; DELETE FROM audit_entry WHERE id = 3');
  expect(checkAuditLog(writer)).toEqual({ fault: { code: 'audit-rows-missing', first: 3, last: 3 } });
  const other = logged(1);
  other.writer.sqlite.exec('DROP TRIGGER audit_entry_is_not_changed');
  expect(checkAuditLog(other.writer)).toEqual({
    fault: { code: 'audit-trigger-missing', name: 'audit_entry_is_not_changed' },
  });
});

test('the trigger of the search is missed where there is a search, not in a database of an earlier release', () => {
  const { writer } = logged(1);
  writer.sqlite.exec('DROP TRIGGER audit_entry_is_searched');
  expect(checkAuditLog(writer)).toEqual({
    fault: { code: 'audit-search-trigger-missing', name: 'audit_entry_is_searched' },
  });
  writer.sqlite.exec('DROP TABLE audit_term; DROP TABLE audit_text');
  expect(checkAuditLog(writer)).toEqual({ rows: 1 });
});

test('an intact file has nothing to report; an orphaned row is reported', () => {
  const { writer } = logged(1);
  expect(checkFile(writer)).toEqual([]);
  writer.sqlite.pragma('foreign_keys = OFF');
  writer.sqlite.exec("INSERT INTO key_use VALUES (9, 1, '192.0.2.0/24')");
  expect(checkFile(writer)).toEqual([{ code: 'row-without-parent', table: 'key_use', row: 9 }]);
});
