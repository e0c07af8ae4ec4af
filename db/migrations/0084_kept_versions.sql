-- compatible
-- Why a version keeps its cell index, so that answers can be as of its time: "staff", or "year" for the one that was in force
-- when a year began. "no": staff do not want that one. Null for all others.
ALTER TABLE coverage_version ADD COLUMN kept TEXT;
