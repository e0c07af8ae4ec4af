-- What staff look after of technologies and providers. `colour` null: the default of its set_id.
ALTER TABLE technology ADD COLUMN colour TEXT CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]');

ALTER TABLE provider ADD COLUMN retired_at INTEGER;

-- Other names by which a provider's files call it, folded as provider.folded_name is.
CREATE TABLE provider_alias (
  folded_name TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  provider_id INTEGER NOT NULL REFERENCES provider (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_alias_provider ON provider_alias (provider_id);
