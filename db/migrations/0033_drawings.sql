-- compatible
-- Changes whenever a layer has been drawn: maps keep the picture of the version before until then.
INSERT INTO generation VALUES ('drawings', 0, 0);
