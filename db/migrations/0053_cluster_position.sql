-- compatible
-- Which entry of the cluster's log this file is at; no row while it belongs to no cluster. Each node has its own.
CREATE TABLE cluster_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cluster TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  hash BLOB NOT NULL
);
