-- compatible
-- When an account of staff was removed. Its row stays, disabled and without a way in, for what it uploaded and started.
ALTER TABLE staff ADD COLUMN removed_at INTEGER;
