-- compatible
-- All refused callers of a period are read by their address, some at a time, for exports.
CREATE INDEX refused_caller_by_address ON refused_caller (address, api);
