-- The checksum of a block: of its id, its content, and the id of the version's next block.
ALTER TABLE coverage_cell ADD COLUMN checksum INTEGER;
-- Where a version's blocks begin (null: it has none), and the checksum of its offers and of this row.
CREATE TABLE coverage_seal (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE,
  first_cell INTEGER,
  checksum INTEGER NOT NULL
);
-- Versions of before, whose checksums the next full check makes; their blocks are not checked until then.
CREATE TABLE coverage_unsealed (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE
);
INSERT INTO coverage_unsealed SELECT id FROM coverage_version;
-- The checksum of the technologies in use; a database that has none gets it at its next start or change.
CREATE TABLE technology_seal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checksum INTEGER NOT NULL
);
