-- compatible
-- Who has acknowledged an alarm, when, and their note.
ALTER TABLE alarm ADD COLUMN acknowledged_at INTEGER;
ALTER TABLE alarm ADD COLUMN acknowledged_by TEXT;
ALTER TABLE alarm ADD COLUMN note TEXT;
