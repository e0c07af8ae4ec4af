-- How a version's file was read: format, reference system with its accuracy, and what was found or assumed. JSON.
ALTER TABLE coverage_report ADD COLUMN reading TEXT;
