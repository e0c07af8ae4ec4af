-- compatible
-- The backups that were made, by whom, and what went wrong. Instants are epoch milliseconds by the machine's clock.
CREATE TABLE backup (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('full', 'increment')),
  made_by TEXT NOT NULL,
  file TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  made_at INTEGER,
  bytes INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  fault TEXT
);
CREATE INDEX backup_made ON backup (made_at) WHERE fault IS NULL;
