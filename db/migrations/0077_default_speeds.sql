-- compatible
-- The speeds in Mbps that the offers of a provider and technology get where a file gives none; null for no default.
CREATE TABLE default_speed (
  provider_id INTEGER NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  technology_id INTEGER NOT NULL REFERENCES technology (id),
  bandwidth_min_mbps REAL CHECK (bandwidth_min_mbps >= 0),
  bandwidth_max_mbps REAL CHECK (bandwidth_max_mbps >= bandwidth_min_mbps),
  bandwidth_up_min_mbps REAL CHECK (bandwidth_up_min_mbps >= 0),
  bandwidth_up_max_mbps REAL CHECK (bandwidth_up_max_mbps >= bandwidth_up_min_mbps),
  PRIMARY KEY (provider_id, technology_id)
) STRICT, WITHOUT ROWID;
