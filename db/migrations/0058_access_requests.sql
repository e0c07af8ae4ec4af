-- compatible
-- What people ask for on the pages for developers: keys, and networks on the allowlist. Rows are deleted 90 days after
-- they were made, with the email addresses in them.
CREATE TABLE access_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('key', 'networks')),
  state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'open', 'approved', 'done', 'declined')),
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  organisation TEXT NOT NULL,
  purpose TEXT NOT NULL,
  networks TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  decided_at INTEGER,
  decided_by TEXT,
  reason TEXT NOT NULL DEFAULT '',
  terms TEXT
);
CREATE INDEX access_request_by_state ON access_request (state, created_at);
CREATE INDEX access_request_by_email ON access_request (email COLLATE NOCASE);
CREATE INDEX access_request_created ON access_request (created_at);

-- One-time links of callers, by the hash of their token. `is_mailed` 0: no mail server was set, so staff pass it on.
CREATE TABLE caller_link (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'claim', 'sign-in')),
  email TEXT NOT NULL,
  request_id INTEGER REFERENCES access_request (id) ON DELETE CASCADE,
  is_mailed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
);
CREATE INDEX caller_link_created ON caller_link (created_at);

-- Callers who are signed in by such a link, by the hash of the token in their cookie.
CREATE TABLE caller_session (
  token_hash TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);

-- The end of a key about which its user was mailed.
CREATE TABLE key_end_notice (
  key_id INTEGER PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
);
