-- What happened: every change, each row holding the hash of the one before. Rows are only ever added, at the end;
-- "check" computes the chain anew, and AUTOINCREMENT's own record betrays rows cut off the end.
CREATE TABLE audit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  address TEXT,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT,
  after TEXT,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE INDEX audit_entry_who ON audit_entry (who);
CREATE INDEX audit_entry_action ON audit_entry (action);
CREATE INDEX audit_entry_at ON audit_entry (at);
CREATE TRIGGER audit_entry_is_not_changed BEFORE UPDATE ON audit_entry BEGIN
  SELECT RAISE(ABORT, 'The audit log is append-only: its rows are never changed.');
END;
CREATE TRIGGER audit_entry_is_not_removed BEFORE DELETE ON audit_entry BEGIN
  SELECT RAISE(ABORT, 'The audit log is append-only: its rows are never removed.');
END;
-- INSERT OR REPLACE removes a row without asking the trigger above
CREATE TRIGGER audit_entry_stands_last BEFORE INSERT ON audit_entry
WHEN NEW.id <= (SELECT max(id) FROM audit_entry)
  OR NEW.previous_hash IS NOT coalesce((SELECT hash FROM audit_entry ORDER BY id DESC LIMIT 1), '') BEGIN
  SELECT RAISE(ABORT, 'The audit log is append-only: a row stands behind the last one and holds its hash.');
END;

-- When and from where a key was last used. Written every few seconds, apart from the key itself: a use is no change.
CREATE TABLE key_use (
  key_id INTEGER PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
  last_used_at INTEGER NOT NULL,
  last_network TEXT NOT NULL
);
CREATE INDEX key_use_last_used ON key_use (last_used_at);

-- The list of keys is ordered and narrowed by these, at 100,000 keys.
CREATE INDEX api_key_created ON api_key (created_at);
CREATE INDEX api_key_expires ON api_key (expires_at);
CREATE INDEX api_key_label ON api_key (label COLLATE NOCASE);
CREATE INDEX api_key_state ON api_key (revoked_at, expires_at);
-- how many keys of a user work is counted from the index alone
DROP INDEX api_key_user;
CREATE INDEX api_key_user ON api_key (user_id, revoked_at, expires_at);
