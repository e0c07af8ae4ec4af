-- Runs of the register: an undo is one too, and what was undone says so. who, how long, what was wrong and what changed.
CREATE TABLE register_run_now (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('merge', 'replace', 'undo')),
  state TEXT NOT NULL CHECK (state IN ('staging', 'published', 'failed', 'undone')),
  revision INTEGER NOT NULL,
  base_revision INTEGER NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT,
  who TEXT NOT NULL DEFAULT '',
  undoes INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  elapsed_ms INTEGER,
  holder TEXT NOT NULL,
  heartbeat_at INTEGER NOT NULL,
  counts TEXT NOT NULL DEFAULT '{}',
  difference TEXT,
  fault TEXT
);
INSERT INTO register_run_now (id, kind, state, revision, base_revision, source, sha256, started_at, ended_at, holder, heartbeat_at, counts)
  SELECT id, kind, state, revision, base_revision, source, sha256, started_at, ended_at, holder, heartbeat_at, counts FROM register_run;
DROP TABLE register_run;
ALTER TABLE register_run_now RENAME TO register_run;

-- A set of missing names belongs to the snapshot that lacked them, and is kept while that snapshot may become the last
-- again by an undo; a change that lists such a name says so beside it.
CREATE TABLE missing_name_now (
  name TEXT NOT NULL,
  since_run INTEGER NOT NULL,
  returned_run INTEGER,
  PRIMARY KEY (since_run, name)
) WITHOUT ROWID;
INSERT INTO missing_name_now (name, since_run) SELECT name, since_run FROM missing_name;
DROP TABLE missing_name;
ALTER TABLE missing_name_now RENAME TO missing_name;

ALTER TABLE release_run ADD COLUMN elapsed_ms INTEGER;
ALTER TABLE release_run ADD COLUMN who TEXT NOT NULL DEFAULT '';

-- Which process does what only one may do; another takes over when the holder gives no sign of life.
CREATE TABLE lease (
  subject TEXT PRIMARY KEY CHECK (subject IN ('release job', 'register inbox')),
  holder TEXT NOT NULL,
  beat_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What has gone wrong and has not been put right since, for the overview.
CREATE TABLE alarm (
  subject TEXT PRIMARY KEY CHECK (subject IN ('release job', 'register inbox')),
  sentence TEXT NOT NULL,
  since INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  times INTEGER NOT NULL
) WITHOUT ROWID;

-- Files that came into the watched folder, each known by its name, bytes and time, so that none is imported twice.
CREATE TABLE register_delivery (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  modified_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('taken', 'imported', 'known', 'refused')),
  run_id INTEGER,
  report TEXT NOT NULL DEFAULT '',
  taken_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE INDEX register_delivery_file ON register_delivery (sha256, name, modified_at);
