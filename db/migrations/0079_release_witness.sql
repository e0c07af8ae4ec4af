-- The second witness of the release jobs. names: of each name that the job released, the checksum, all combined by XOR.
CREATE TABLE release_witness (
  schedule_date INTEGER PRIMARY KEY,
  free_at INTEGER NOT NULL,
  released INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  names INTEGER NOT NULL
) STRICT;
