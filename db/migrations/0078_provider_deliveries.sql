-- compatible
-- Every import of a file with layers of a provider: it stays when the version is deleted. `is_own`: by the provider's people.
CREATE TABLE provider_delivery (
  provider_id INTEGER NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL,
  delivered_at INTEGER NOT NULL,
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  PRIMARY KEY (provider_id, version_id)
) STRICT, WITHOUT ROWID;

-- Those of the versions that exist.
INSERT INTO provider_delivery
SELECT DISTINCT layer.provider_id, version.id, version.created_at, version.provider_id IS layer.provider_id
FROM coverage_version AS version
JOIN coverage_version_layer AS held ON held.version_id = version.id
JOIN coverage_layer AS layer ON layer.id = held.layer_id AND layer.created_at = version.created_at
WHERE version.state = 'ready' AND version.source IS NOT NULL;
