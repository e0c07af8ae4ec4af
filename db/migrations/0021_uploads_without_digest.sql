-- Each job hashes an upload while it reads it.
ALTER TABLE upload DROP COLUMN sha256;
