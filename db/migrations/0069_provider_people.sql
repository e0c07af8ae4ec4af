-- compatible
-- People of network providers sign in like staff; each belongs to one provider. Servers of the version before refuse the
-- role, which they do not know. A row without a role would be a provider's person without a provider, who may do nothing.
ALTER TABLE staff RENAME COLUMN role TO former_role;
ALTER TABLE staff ADD COLUMN role TEXT NOT NULL DEFAULT 'provider'
  CHECK (role IN ('viewer', 'editor', 'admin', 'provider'));
UPDATE staff SET role = former_role;
ALTER TABLE staff DROP COLUMN former_role;
ALTER TABLE staff ADD COLUMN provider_id INTEGER REFERENCES provider (id) ON DELETE SET NULL
  CHECK (provider_id IS NULL OR role = 'provider');

-- The provider whose person asked for a job, or delivered a version; null for staff.
ALTER TABLE work ADD COLUMN provider_id INTEGER REFERENCES provider (id) ON DELETE SET NULL;
ALTER TABLE coverage_version ADD COLUMN provider_id INTEGER REFERENCES provider (id) ON DELETE SET NULL;

-- The technologies that a provider's people may deliver, as a JSON list of numbers; null for all.
ALTER TABLE provider ADD COLUMN delivers TEXT;
