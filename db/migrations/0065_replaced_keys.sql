-- compatible
-- Which key was issued in the place of this one.
ALTER TABLE api_key ADD COLUMN replaced_by INTEGER REFERENCES api_key (id) ON DELETE SET NULL;
