-- How much was asked, per hour and, for the long view, per day of Pacific/Auckland; starts_at is the start of either.
-- account_id is the registrar (registry) or the key (broadband); 0: nobody that was recognised, -1: this site's own map.
CREATE TABLE usage_count (
  span TEXT NOT NULL CHECK (span IN ('hour', 'day')),
  starts_at INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  account_id INTEGER NOT NULL,
  status INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (span, starts_at, api, account_id, status)
) WITHOUT ROWID;

-- How long answers took: one row for each bucket of lib/usage/latency.ts that holds any.
CREATE TABLE usage_latency (
  span TEXT NOT NULL CHECK (span IN ('hour', 'day')),
  starts_at INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  bucket INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (span, starts_at, api, bucket)
) WITHOUT ROWID;

-- From which addresses registrars and keys asked, per day; kept 30 days. The address '' counts all beyond a bound.
CREATE TABLE usage_caller (
  day_starts_at INTEGER NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  account_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  count INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (day_starts_at, api, account_id, address)
) WITHOUT ROWID;

-- Who was not let in, per hour; after 30 days, and beyond 1,000 addresses an hour, only as a count of the address ''.
CREATE TABLE refused_caller (
  hour_starts_at INTEGER NOT NULL,
  address TEXT NOT NULL,
  api TEXT NOT NULL CHECK (api IN ('registry', 'broadband')),
  reason TEXT NOT NULL CHECK (reason IN ('not allowed', 'no valid key', 'proxy in front', 'address unknown')),
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (hour_starts_at, address, api, reason)
) WITHOUT ROWID;
