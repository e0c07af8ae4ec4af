-- Who made a version, and of which file; what it changes against its base.
ALTER TABLE coverage_version ADD COLUMN made_by TEXT NOT NULL DEFAULT '';
ALTER TABLE coverage_version ADD COLUMN source TEXT;
ALTER TABLE coverage_version ADD COLUMN sha256 TEXT;
ALTER TABLE coverage_version ADD COLUMN bytes INTEGER;
-- the day a provider's data stand for, YYYY-MM-DD
ALTER TABLE coverage_layer ADD COLUMN as_of TEXT;

-- What the import of a version found in its file: counts, and where its problems lie.
CREATE TABLE coverage_report (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE,
  report TEXT NOT NULL,
  problems TEXT NOT NULL
);
-- What a version changes against its base, measured once, when it is made.
CREATE TABLE coverage_comparison (
  version_id INTEGER PRIMARY KEY REFERENCES coverage_version (id) ON DELETE CASCADE,
  base_id INTEGER,
  areas TEXT NOT NULL,
  changed_cells TEXT NOT NULL,
  changed_answers TEXT NOT NULL
);

-- The delivery name that a provider's file layer was last given.
CREATE TABLE coverage_delivery (
  provider_id INTEGER NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  layer_name TEXT NOT NULL,
  delivery TEXT NOT NULL,
  PRIMARY KEY (provider_id, layer_name)
) WITHOUT ROWID;

CREATE TABLE coverage_policy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  flagged_after_days INTEGER NOT NULL
);
INSERT INTO coverage_policy (id, flagged_after_days) VALUES (1, 365);
