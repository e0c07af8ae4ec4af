-- compatible
-- How much of its present stage a job does in a second, of late; null while that is unknown.
ALTER TABLE work ADD COLUMN rate REAL;
