-- What is shown of each address over all days that it is kept. Both tables are made of the rows of another one and nothing
-- else: triggers keep them, on each node of a cluster by itself (db/cluster/shared-tables.ts).
-- The sums of each caller are read from an index alone: without its counts, each entry led to a row elsewhere.
DROP INDEX refused_caller_by_address;
CREATE INDEX refused_caller_by_address ON refused_caller (address, api, hour_starts_at, last_at, count);
CREATE INDEX usage_caller_by_address ON usage_caller (api, account_id, address, day_starts_at, count, errors, last_at);

-- When each caller was refused last. Callers are counted and listed from here, and only those on a page are summed.
CREATE TABLE refused_address (
  address TEXT NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (address, api)
) WITHOUT ROWID;

-- The requests of a registrar or key from an address on all days that are kept.
CREATE TABLE usage_address (
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  account_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  count INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (api, account_id, address)
) WITHOUT ROWID;

INSERT INTO refused_address
  SELECT address, api, max(last_at) FROM refused_caller INDEXED BY refused_caller_by_address
  WHERE address > '' GROUP BY address, api;
CREATE INDEX refused_address_by_last ON refused_address (last_at DESC, address, api);
INSERT INTO usage_address
  SELECT api, account_id, address, sum(count), sum(errors), max(last_at)
  FROM usage_caller INDEXED BY usage_caller_by_address
  WHERE address <> '' GROUP BY api, account_id, address;

CREATE TRIGGER refused_address_of_new_caller AFTER INSERT ON refused_caller WHEN new.address <> '' BEGIN
  INSERT INTO refused_address VALUES (new.address, new.api, new.last_at)
    ON CONFLICT DO UPDATE SET last_at = excluded.last_at WHERE excluded.last_at > last_at;
END;
CREATE TRIGGER refused_address_of_changed_caller AFTER UPDATE OF last_at ON refused_caller
WHEN new.address <> '' AND new.last_at <> old.last_at BEGIN
  UPDATE refused_address
    SET last_at = iif(new.last_at > last_at, new.last_at,
      (SELECT max(last_at) FROM refused_caller WHERE address = new.address AND api = new.api))
    WHERE address = new.address AND api = new.api AND (last_at < new.last_at OR last_at = old.last_at);
END;
CREATE TRIGGER refused_address_of_removed_caller AFTER DELETE ON refused_caller WHEN old.address <> '' BEGIN
  DELETE FROM refused_address WHERE address = old.address AND api = old.api
    AND NOT EXISTS (SELECT 1 FROM refused_caller WHERE address = old.address AND api = old.api);
  UPDATE refused_address
    SET last_at = (SELECT max(last_at) FROM refused_caller WHERE address = old.address AND api = old.api)
    WHERE address = old.address AND api = old.api AND last_at = old.last_at;
END;

CREATE TRIGGER usage_address_of_new_caller AFTER INSERT ON usage_caller WHEN new.address <> '' BEGIN
  INSERT INTO usage_address
    VALUES (new.api, new.account_id, new.address, new.count, new.errors, new.last_at)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, errors = errors + excluded.errors,
      last_at = max(last_at, excluded.last_at);
END;
CREATE TRIGGER usage_address_of_changed_caller AFTER UPDATE OF count, errors, last_at ON usage_caller
WHEN new.address <> '' BEGIN
  UPDATE usage_address SET count = count + new.count - old.count, errors = errors + new.errors - old.errors,
    last_at = iif(new.last_at >= last_at OR new.last_at >= old.last_at, max(last_at, new.last_at),
      (SELECT max(last_at) FROM usage_caller
        WHERE api = new.api AND account_id = new.account_id AND address = new.address))
    WHERE api = new.api AND account_id = new.account_id AND address = new.address;
END;
CREATE TRIGGER usage_address_of_removed_caller AFTER DELETE ON usage_caller WHEN old.address <> '' BEGIN
  UPDATE usage_address SET count = count - old.count, errors = errors - old.errors
    WHERE api = old.api AND account_id = old.account_id AND address = old.address;
  DELETE FROM usage_address WHERE api = old.api AND account_id = old.account_id AND address = old.address
    AND NOT EXISTS (SELECT 1 FROM usage_caller
      WHERE api = old.api AND account_id = old.account_id AND address = old.address);
  UPDATE usage_address
    SET last_at = (SELECT max(last_at) FROM usage_caller
      WHERE api = old.api AND account_id = old.account_id AND address = old.address)
    WHERE api = old.api AND account_id = old.account_id AND address = old.address AND last_at = old.last_at;
END;
