DROP TABLE coverage_unsealed;
DROP TABLE coverage_cell;
DROP TABLE coverage_seal;
ALTER TABLE coverage_block RENAME TO coverage_cell;
ALTER TABLE coverage_directory RENAME TO coverage_seal;
-- lists the rows without reading them
CREATE INDEX coverage_cell_id ON coverage_cell (id);
