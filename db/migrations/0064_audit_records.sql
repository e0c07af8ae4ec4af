-- compatible
-- Which rows of the audit log are about a record, for its history; those from before are found by their subjects.
CREATE TABLE audit_record (
  record TEXT NOT NULL,
  audit_id INTEGER NOT NULL REFERENCES audit_entry (id),
  PRIMARY KEY (record, audit_id)
) WITHOUT ROWID;
INSERT OR IGNORE INTO audit_record SELECT record, audit_id FROM last_change;
INSERT OR IGNORE INTO audit_record SELECT 'registrar ' || registrar.id, entry.id FROM audit_entry AS entry
  JOIN registrar ON registrar.name = entry.subject WHERE entry.action IN ('registrar.add', 'registrar.change');
INSERT OR IGNORE INTO audit_record SELECT 'user ' || api_user.id, entry.id FROM audit_entry AS entry
  JOIN api_user ON api_user.email = entry.subject WHERE entry.action IN ('user.add', 'user.change');
INSERT OR IGNORE INTO audit_record SELECT 'provider ' || provider.id, entry.id FROM audit_entry AS entry
  JOIN provider ON provider.name = entry.subject WHERE entry.action LIKE 'provider.%';
