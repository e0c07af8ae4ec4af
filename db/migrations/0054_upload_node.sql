-- compatible
-- On which node of a cluster the file of an upload is; null outside of a cluster. Files of uploads are not shipped.
ALTER TABLE upload ADD COLUMN node TEXT;
