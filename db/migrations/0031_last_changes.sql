-- Which row of the audit log changed a field of a record last: so that a form that was opened before is noticed.
CREATE TABLE last_change (
  record TEXT NOT NULL,
  field TEXT NOT NULL,
  audit_id INTEGER NOT NULL REFERENCES audit_entry (id),
  PRIMARY KEY (record, field)
) WITHOUT ROWID;
