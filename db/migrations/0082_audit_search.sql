-- compatible
-- The search of the audit log: three characters in a row each, of the subject and of the values before and after. Rows of
-- the log are never changed or removed, so one trigger keeps it. On each node of a cluster the trigger fills the node's own.
-- Two line breaks end each value, so that one or two characters at its end also begin three (db/audit/search.ts).
CREATE VIEW audit_searched AS
  SELECT id, subject || char(10, 10) || ifnull(before, '') || char(10, 10) || ifnull(after, '') || char(10, 10) AS text
  FROM audit_entry;
CREATE VIRTUAL TABLE audit_text USING fts5 (
  text, content = 'audit_searched', content_rowid = 'id', tokenize = 'trigram', detail = 'none', columnsize = 0
);
CREATE VIRTUAL TABLE audit_term USING fts5vocab ('audit_text', 'instance');
INSERT INTO audit_text (rowid, text) SELECT id, text FROM audit_searched;
CREATE TRIGGER audit_entry_is_searched AFTER INSERT ON audit_entry BEGIN
  INSERT INTO audit_text (rowid, text) SELECT id, text FROM audit_searched WHERE id = new.id;
END;
