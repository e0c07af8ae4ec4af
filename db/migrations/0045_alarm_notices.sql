-- compatible
-- Who is to be notified of an alarm: when they were, and since when it is over but they have not heard.
ALTER TABLE alarm ADD COLUMN notified_at INTEGER;
ALTER TABLE alarm ADD COLUMN over_at INTEGER;
