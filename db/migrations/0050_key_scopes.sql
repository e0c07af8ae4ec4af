-- compatible
-- What a key may be used for, as a JSON list; null: everything, as before.
ALTER TABLE api_key ADD COLUMN scopes TEXT;
