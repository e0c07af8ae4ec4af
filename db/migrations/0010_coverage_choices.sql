-- How a provider's last files were read and what their columns and values mean, by the columns they had.
CREATE TABLE coverage_choice (
  provider_id INTEGER NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  columns TEXT NOT NULL,
  choices TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (provider_id, columns)
) WITHOUT ROWID;
