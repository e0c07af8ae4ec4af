-- What screens show of all callers, so that they need not read the counts of each. Both tables are sums of usage_count
-- and nothing else: triggers keep them, on each node of a cluster by itself (db/cluster/shared-tables.ts). A node of an
-- earlier release would take them for tables of the log, so this is not compatible.
CREATE TABLE usage_total (
  span TEXT NOT NULL CHECK (span IN ('hour', 'day')),
  starts_at INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  status INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (span, starts_at, api, status)
) WITHOUT ROWID;

-- The days of a month of Pacific/Auckland, such as 202611; errors have a status of 400 or above.
CREATE TABLE usage_month (
  month INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  account_id INTEGER NOT NULL,
  count INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  PRIMARY KEY (month, api, account_id)
) WITHOUT ROWID;

INSERT INTO usage_total SELECT span, starts_at, api, status, sum(count) FROM usage_count GROUP BY 1, 2, 3, 4;
-- a day starts at 11:00 or 12:00 UTC, so 18 hours later is in the same day in both; 2440587.5 is 1970 as a Julian day
INSERT INTO usage_month
  SELECT CAST(strftime('%Y%m', starts_at / 86400000.0 + 2440588.25) AS INTEGER), api, account_id,
    sum(count), sum(iif(status >= 400, count, 0))
  FROM usage_count WHERE span = 'day' GROUP BY 1, 2, 3;
-- ranks the accounts of many months in the order of an index that holds what is summed
CREATE INDEX usage_month_by_account ON usage_month (api, account_id, month, count, errors);
-- finds the accounts that can be among the first at all
CREATE INDEX usage_month_by_count ON usage_month (month, api, count);

CREATE TRIGGER usage_total_of_new_count AFTER INSERT ON usage_count BEGIN
  INSERT INTO usage_total VALUES (new.span, new.starts_at, new.api, new.status, new.count)
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER usage_total_of_changed_count AFTER UPDATE OF count ON usage_count BEGIN
  UPDATE usage_total SET count = count + new.count - old.count
    WHERE span = new.span AND starts_at = new.starts_at AND api = new.api AND status = new.status;
END;
CREATE TRIGGER usage_total_of_removed_count AFTER DELETE ON usage_count BEGIN
  UPDATE usage_total SET count = count - old.count
    WHERE span = old.span AND starts_at = old.starts_at AND api = old.api AND status = old.status;
  DELETE FROM usage_total
    WHERE span = old.span AND starts_at = old.starts_at AND api = old.api AND status = old.status AND count = 0;
END;

CREATE TRIGGER usage_month_of_new_count AFTER INSERT ON usage_count WHEN new.span = 'day' BEGIN
  INSERT INTO usage_month VALUES (
    CAST(strftime('%Y%m', new.starts_at / 86400000.0 + 2440588.25) AS INTEGER), new.api, new.account_id,
    new.count, iif(new.status >= 400, new.count, 0)
  ) ON CONFLICT DO UPDATE SET count = count + excluded.count, errors = errors + excluded.errors;
END;
CREATE TRIGGER usage_month_of_changed_count AFTER UPDATE OF count ON usage_count WHEN new.span = 'day' BEGIN
  UPDATE usage_month
    SET count = count + new.count - old.count, errors = errors + iif(new.status >= 400, new.count - old.count, 0)
    WHERE month = CAST(strftime('%Y%m', new.starts_at / 86400000.0 + 2440588.25) AS INTEGER)
      AND api = new.api AND account_id = new.account_id;
END;
CREATE TRIGGER usage_month_of_removed_count AFTER DELETE ON usage_count WHEN old.span = 'day' BEGIN
  UPDATE usage_month SET count = count - old.count, errors = errors - iif(old.status >= 400, old.count, 0)
    WHERE month = CAST(strftime('%Y%m', old.starts_at / 86400000.0 + 2440588.25) AS INTEGER)
      AND api = old.api AND account_id = old.account_id;
  DELETE FROM usage_month
    WHERE month = CAST(strftime('%Y%m', old.starts_at / 86400000.0 + 2440588.25) AS INTEGER)
      AND api = old.api AND account_id = old.account_id AND count = 0;
END;
