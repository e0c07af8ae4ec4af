-- compatible
-- Under what coverage is offered for download; there is one row, and nothing is offered until staff say so.
CREATE TABLE open_data (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  is_offered INTEGER NOT NULL,
  -- its SPDX identifier; empty until one is chosen
  licence TEXT NOT NULL,
  attribution TEXT NOT NULL
);
INSERT INTO open_data VALUES (1, 0, '', '');
-- A version whose files are complete.
CREATE TABLE data_version (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE,
  -- of what files depend besides the version: the licence, the attribution and the areas
  made_for TEXT NOT NULL,
  made_at INTEGER NOT NULL
);
-- A file that is offered. Its bytes are beside the database, under their SHA-256.
CREATE TABLE data_file (
  version_id INTEGER NOT NULL REFERENCES data_version (version_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- the order in which files are listed
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- what the areas are called together, and the technology, provider or area; empty for the whole
  area_set TEXT NOT NULL,
  part TEXT NOT NULL,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (version_id, name)
) WITHOUT ROWID;
