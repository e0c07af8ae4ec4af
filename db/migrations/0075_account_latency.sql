-- compatible
-- Requests of registrars and keys per quarter hour, kept 8 days; the columns are those of usage_count.
CREATE TABLE usage_quarter (
  starts_at INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  account_id INTEGER NOT NULL,
  status INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (starts_at, api, account_id, status)
) WITHOUT ROWID;

-- How long the answers of a registrar or key took: one row for each bucket of lib/usage/account-latency.ts that holds any.
CREATE TABLE usage_account_latency (
  span TEXT NOT NULL CHECK (span IN ('quarter', 'day')),
  starts_at INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  account_id INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (span, starts_at, api, account_id, bucket)
) WITHOUT ROWID;
