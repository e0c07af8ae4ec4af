-- compatible
-- What a version offers in all, by the ids of technology and provider: the next version's figures start from it.
-- Null for versions whose areas were measured by sampling.
ALTER TABLE coverage_comparison ADD COLUMN totals TEXT;

-- What is offered in each square of a version's index: see lib/broadband/measure/area-blocks.ts.
CREATE TABLE coverage_area_block (
  version_id INTEGER NOT NULL REFERENCES coverage_version (id) ON DELETE CASCADE,
  key INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (version_id, key)
) WITHOUT ROWID;
