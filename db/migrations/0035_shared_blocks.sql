-- From here on a row of coverage_cell has several leaves, and versions share rows; db/broadband/blocks/pack-former-cells.ts
-- fills these two tables from what there was.
CREATE TABLE coverage_block (
  id INTEGER PRIMARY KEY,
  body BLOB NOT NULL,
  checksum INTEGER NOT NULL
);
CREATE TABLE coverage_directory (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE,
  checksum INTEGER NOT NULL,
  directory BLOB NOT NULL,
  directory_checksum INTEGER NOT NULL
);
