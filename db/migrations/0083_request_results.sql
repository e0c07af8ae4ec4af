-- compatible
-- What an approved request led to: the registrar whose networks were allowed, or the key once it was shown.
ALTER TABLE access_request ADD COLUMN registrar_id INTEGER REFERENCES registrar (id) ON DELETE SET NULL;
ALTER TABLE access_request ADD COLUMN key_id INTEGER REFERENCES api_key (id) ON DELETE SET NULL;
