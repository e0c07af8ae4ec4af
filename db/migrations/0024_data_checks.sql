-- The daily checks of all data, and what they found wrong.
CREATE TABLE data_check (
  id INTEGER PRIMARY KEY,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  faults TEXT
);
