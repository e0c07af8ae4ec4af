-- compatible
-- Two more lists for the map's search: LINZ's suburbs and localities, and other names of places.
CREATE TABLE place_list_new (
  list TEXT PRIMARY KEY CHECK (list IN ('gazetteer', 'localities', 'aliases', 'addresses')),
  number INTEGER NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  entries INTEGER NOT NULL,
  imported_at INTEGER NOT NULL,
  is_demonstration INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO place_list_new SELECT * FROM place_list;
DROP TABLE place_list;
ALTER TABLE place_list_new RENAME TO place_list;
