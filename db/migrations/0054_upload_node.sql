-- compatible
-- On which node of a cluster the file of an upload is, and the file of the watched folder that a job reads; null outside of a
-- cluster. These files are not shipped.
ALTER TABLE upload ADD COLUMN node TEXT;
ALTER TABLE work ADD COLUMN node TEXT;
