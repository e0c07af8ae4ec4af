-- The people who run the service: accounts, one-time links, sessions, second factors, failed attempts.
-- Instants are epoch milliseconds; hashes are SHA-256 in lower-case hexadecimal.

CREATE TABLE staff (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
  password_hash TEXT,
  totp_secret BLOB,
  totp_since INTEGER,
  totp_last_step INTEGER NOT NULL DEFAULT 0,
  disabled_at INTEGER,
  created_at INTEGER NOT NULL,
  last_login_at INTEGER
) STRICT;

CREATE TABLE staff_link (
  token_hash TEXT PRIMARY KEY,
  staff_id INTEGER UNIQUE REFERENCES staff (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE staff_session (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  stage TEXT NOT NULL CHECK (stage IN ('password', 'full')),
  address TEXT,
  limit_key TEXT NOT NULL,
  agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_session_staff ON staff_session (staff_id);

CREATE TABLE staff_recovery_code (
  staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (staff_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE staff_passkey (
  id INTEGER PRIMARY KEY,
  staff_id INTEGER NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX staff_passkey_staff ON staff_passkey (staff_id);

CREATE TABLE spent_challenge (
  challenge_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE failed_attempt (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_failed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE staff_policy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  second_factor_required INTEGER NOT NULL
) STRICT;
INSERT INTO staff_policy (id, second_factor_required) VALUES (1, 0);
