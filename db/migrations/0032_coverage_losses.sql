-- compatible
-- Of which technologies a version takes away so much that somebody must confirm it: measured before all that it
-- changes is, and kept until then.
CREATE TABLE coverage_loss (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE,
  losses TEXT NOT NULL
);
