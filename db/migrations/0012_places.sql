-- The lists that the map's search looks in. Each stands in a file of its own beside the database, named by its number,
-- and is replaced as a whole: see docs/decisions/place-list-files.md.
CREATE TABLE place_list (
  list TEXT PRIMARY KEY CHECK (list IN ('gazetteer', 'addresses')),
  number INTEGER NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  entries INTEGER NOT NULL,
  imported_at INTEGER NOT NULL,
  is_demonstration INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

INSERT INTO generation VALUES ('places', 0, 0);
