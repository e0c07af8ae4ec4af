-- compatible
-- The street map that staff imported: one file of vector tiles beside the database, named by its number.
CREATE TABLE base_map (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  attribution TEXT NOT NULL,
  most_zoom INTEGER NOT NULL,
  imported_at INTEGER NOT NULL
);
