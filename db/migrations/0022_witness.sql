-- The second witness of the register: which names are not free, by keyed hash, as imports and changes of the list said it.
-- is_built: whether it exists; a database that had names before gets its first one when it is next opened by a server.
CREATE TABLE witness_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  key BLOB NOT NULL,
  is_built INTEGER NOT NULL
);
INSERT INTO witness_key
  SELECT 1, randomblob(8), NOT EXISTS (SELECT 1 FROM domain) AND NOT EXISTS (SELECT 1 FROM listed_name);

-- What a revision changes, or (whole) all that is not free as of it. checksum: of the record and its parts.
CREATE TABLE witness_record (
  log TEXT NOT NULL,
  revision INTEGER NOT NULL,
  whole INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (log, revision, whole)
) WITHOUT ROWID;
CREATE TABLE witness_part (
  id INTEGER PRIMARY KEY,
  log TEXT NOT NULL,
  revision INTEGER NOT NULL,
  whole INTEGER NOT NULL,
  part INTEGER NOT NULL,
  body BLOB NOT NULL
);
CREATE UNIQUE INDEX witness_part_place ON witness_part (log, revision, whole, part);

-- The list of names that cannot be registered has revisions too.
INSERT INTO generation VALUES ('listed names', 0, 0);

-- Which tasks have a lease or an alarm is known to the code alone.
CREATE TABLE lease_now (
  subject TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  beat_at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO lease_now SELECT subject, holder, beat_at FROM lease;
DROP TABLE lease;
ALTER TABLE lease_now RENAME TO lease;
CREATE TABLE alarm_now (
  subject TEXT PRIMARY KEY,
  facts TEXT NOT NULL,
  since INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  times INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO alarm_now SELECT subject, facts, since, last_at, times FROM alarm;
DROP TABLE alarm;
ALTER TABLE alarm_now RENAME TO alarm;
