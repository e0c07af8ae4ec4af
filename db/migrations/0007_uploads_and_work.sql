-- Files that staff upload, and long work that is done beside the server. Instants are epoch milliseconds.

-- The bytes stand in a file of the row's id, in a folder beside the database; how many have come is that file's size.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  queue TEXT NOT NULL,
  staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  sha256 TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE work (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  queue TEXT NOT NULL,
  title TEXT NOT NULL,
  parameters TEXT NOT NULL,
  upload_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  who TEXT NOT NULL,
  address TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  holder TEXT,
  heartbeat_at INTEGER,
  cancelled_by TEXT,
  stage TEXT NOT NULL DEFAULT '',
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  stage_started_at INTEGER,
  outcome TEXT,
  fault TEXT
) STRICT;
CREATE INDEX work_unfinished ON work (queue, id) WHERE state IN ('waiting', 'running');
CREATE INDEX work_upload ON work (upload_id) WHERE upload_id IS NOT NULL;
